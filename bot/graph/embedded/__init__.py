"""The embedded database as processes: a supervisor, the Java server it looks after, its watchdog.

    command ──lease──┐                       ┌── watchdog: ends statements past their limit
    command ──lease──┤ supervisor (Python) ──┤
    chat    ──lease──┘                       └── ArcadeDB (Java), Bolt and HTTP on loopback

A lease is one open connection on loopback, so the kernel ends it with the process that holds it,
however that dies. With the last lease the supervisor stops the database and goes. It imports the
standard library and psutil only, which keeps it at some 25 MB.
"""
