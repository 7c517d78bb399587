"""What each `cicerone` command does; `bot.cli` only reads the command line."""
