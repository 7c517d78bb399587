// What is said, in the browser's language: `/words.js` has the words, English is what is left.
window.ciceroneSay = (text, values = {}) => (window.ciceroneWords?.[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

// Title of the graph that is chosen, "" where there is no choice: the menu in the header shows it.
window.ciceroneGraph = () => document.getElementById("chat-profiles")?.textContent.trim() || "";

// Runs before the page draws: the system's light or dark is our default, the welcome screen says
// what this graph knows, and nothing is lost that is typed before the page is connected.
(() => {
  const access = document.createElement("script");
  access.src = "/public/access.js";
  document.head.append(access);

  const t = window.ciceroneSay;
  const key = "vite-ui-theme";
  try {
    if (!localStorage.getItem(key)) localStorage.setItem(key, "system");
  } catch {
    // Without storage the page keeps its own default.
  }

  // While something is still being read, what is told of it grows.
  const AGAIN = 2000;
  let told = null;
  let toldOf = "";
  let asking = false;

  async function ask() {
    if (asking) return;
    asking = true;
    let again = true;
    try {
      const graph = window.ciceroneGraph();
      const asked = new URLSearchParams(graph ? { graph } : {});
      const reply = await fetch(`/greeting?${asked}`, { credentials: "same-origin" });
      if (reply.ok) {
        told = await reply.json();
        toldOf = graph;
        again = Boolean(told.reading);
      }
    } catch {
      // The welcome screen is fine without it.
    }
    if (told !== null) show();
    const later = () => {
      asking = false;
      if (again && document.getElementById("welcome-screen")) ask();
    };
    setTimeout(later, again ? AGAIN : 0);
  }

  function line(id, text, after) {
    const found = document.getElementById(id);
    if (!text) {
      if (found) found.remove();
      return after;
    }
    const shown = found || document.createElement("p");
    shown.id = id;
    if (shown.textContent !== text) shown.textContent = text;
    if (!found) after.after(shown);
    return shown;
  }

  function show() {
    const logo = document.querySelector("#welcome-screen img.logo");
    if (!logo) return;
    const knows = line("cicerone-greeting", told.greeting, logo);
    line("cicerone-reading", told.reading, offer(line("cicerone-how", told.how, knows)));
  }

  function offer(after) {
    const found = document.getElementById("cicerone-here");
    if (found || !told.greeting) return found || after;
    const here = document.createElement("p");
    here.id = "cicerone-here";
    here.append(link("cicerone-what", "#what-can-i-ask", t("What can I ask?")), link("cicerone-memory-here", "/memory", t("Memory")));
    after.after(here);
    return here;
  }

  function link(id, address, words) {
    const made = document.createElement("a");
    made.id = id;
    made.href = address;
    made.textContent = words;
    return made;
  }

  // Chainlit's own links there stand inside of buttons, where no key and no screen reader finds them.
  function offerAbove() {
    const beside = document.getElementById("readme-button");
    if (!beside || document.getElementById("cicerone-what-above")) return;
    beside.after(link("cicerone-what-above", "#what-can-i-ask", t("What can I ask?")), link("cicerone-memory", "/memory", t("Memory")));
  }

  // Nothing can be typed there, so that it says why.
  function tellShared() {
    const first = location.pathname.startsWith("/share/") && document.querySelector(".step");
    if (!first || document.getElementById("cicerone-shared")) return;
    const told = document.createElement("p");
    told.id = "cicerone-shared";
    told.textContent = t("A conversation that is shared; it is only to be read.");
    first.parentElement.prepend(told);
  }

  function greet() {
    offerAbove();
    tellShared();
    const logo = document.querySelector("#welcome-screen img.logo");
    if (!logo || document.getElementById("cicerone-greeting")) return;
    if (told !== null && toldOf !== window.ciceroneGraph()) told = null;
    if (told !== null && told.greeting) show();
    if (told === null || told.reading) ask();
  }

  new MutationObserver(greet).observe(document, { childList: true, subtree: true });
})();

// Who signs in to read what somebody shares gets to read it: signing in leads to the welcome page.
(() => {
  const WANTED = "cicerone-wanted";
  const shared = (path) => path.startsWith("/share/");
  try {
    const before = document.referrer ? new URL(document.referrer) : null;
    if (location.pathname === "/login" && before && before.origin === location.origin && shared(before.pathname)) {
      sessionStorage.setItem(WANTED, before.pathname);
    }
    const wanted = sessionStorage.getItem(WANTED);
    if (!wanted) return;
    const watch = new MutationObserver(() => {
      if (location.pathname !== "/" || !document.getElementById("chat-input")) return;
      watch.disconnect();
      sessionStorage.removeItem(WANTED);
      location.replace(wanted);
    });
    watch.observe(document, { childList: true, subtree: true });
  } catch {
    // Without storage the link is opened again.
  }
})();

// What can be asked: a picture of the schema, at #what-can-i-ask; its script is loaded when it is
// opened.
(() => {
  function show() {
    if (location.hash !== "#what-can-i-ask") return;
    history.replaceState(history.state, "", location.pathname + location.search);
    if (window.ciceroneSchema) {
      window.ciceroneSchema();
      return;
    }
    for (const name of ["picture", "schema"]) {
      if (document.querySelector(`script[data-cicerone="${name}"]`)) continue;
      const script = document.createElement("script");
      script.dataset.cicerone = name;
      script.async = false;
      script.src = `/public/${name}.js`;
      if (name === "schema") script.onload = () => window.ciceroneSchema();
      document.head.append(script);
    }
  }

  addEventListener("hashchange", show);
  addEventListener("DOMContentLoaded", show);
})();

// With several graphs, a conversation in the sidebar says under its name which one it is of.
(() => {
  const AGAIN = 5000;
  const titles = new Map();
  let after = 0;

  function tell(row, title) {
    row.dataset.graph = title;
    row.style.setProperty("--cicerone-graph", `"${title.replace(/["\\]/g, "\\$&")}"`);
  }

  async function label() {
    const rows = document.querySelectorAll("#thread-history li[id^='thread-']");
    if (!rows.length || !document.getElementById("chat-profiles")) return;
    const unknown = [];
    for (const row of rows) {
      const id = row.id.slice("thread-".length);
      if (!titles.has(id)) unknown.push(id);
      else if (titles.get(id) && row.dataset.graph !== titles.get(id)) tell(row, titles.get(id));
    }
    if (!unknown.length || Date.now() < after) return;
    after = Date.now() + AGAIN;
    try {
      const asked = new URLSearchParams(unknown.map((id) => ["id", id]));
      const reply = await fetch(`/graphs-of-threads?${asked}`, { credentials: "same-origin" });
      if (!reply.ok) return;
      for (const [id, title] of Object.entries(await reply.json())) titles.set(id, title);
      after = 0;
      for (const id of unknown) if (!titles.has(id)) titles.set(id, "");
      label();
    } catch {
      // The sidebar is fine without it.
    }
  }

  new MutationObserver(label).observe(document, { childList: true, subtree: true });
})();

// Signing in loads the page anew, and Enter does nothing until the page is connected: what was typed
// is put back, and sent where Enter was pressed.
(() => {
  const DRAFT = "cicerone-draft";
  const MILLISECONDS = 30000;
  // The button may be lit for a moment before the page knows that it is not connected, and the box
  // emptied after that: what is typed is kept until it stands in the conversation, put back for a
  // while, and a sending that was swallowed is tried again.
  const SETTLED = 300;
  const HEARD = 1500;
  const WATCHED = 3000;
  let connected = 0;
  let lit = 0;
  let sent = null;

  function keep(draft) {
    try {
      if (draft) sessionStorage.setItem(DRAFT, JSON.stringify({ ...draft, at: Date.now() }));
      else sessionStorage.removeItem(DRAFT);
    } catch {
      // Without storage the page keeps what it can.
    }
  }

  function kept() {
    try {
      const draft = JSON.parse(sessionStorage.getItem(DRAFT));
      return draft && Date.now() - draft.at < MILLISECONDS ? draft : null;
    } catch {
      return null;
    }
  }

  function write(box, text) {
    // React hears of a value only where it was set past its own setter.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // For what else asks: `ciceroneAsk(question)` is as if it had been typed and sent.
  window.ciceroneAsk = (text) => {
    const box = document.getElementById("chat-input");
    if (!box) return;
    write(box, text);
    const until = Date.now() + WATCHED;
    const send = () => {
      const submit = document.getElementById("chat-submit");
      if (submit && !submit.disabled && box.value === text) submit.click();
      else if (Date.now() < until) setTimeout(send, 50);
    };
    setTimeout(send, 50);
  };

  function said() {
    return document.querySelectorAll(".step[data-step-type='user_message']").length;
  }

  function leave(text, enabled) {
    if (connected) {
      if (enabled) keep(null);
      return;
    }
    keep({ text, send: true });
    if (enabled) sent = { before: said(), at: Date.now() };
  }

  function settle() {
    const now = Date.now();
    if (sent && said() > sent.before) {
      keep(null);
      sent = null;
    }
    const box = document.getElementById("chat-input");
    const submit = document.getElementById("chat-submit");
    if (!box || !submit || (sent && now - sent.at < HEARD)) return;
    const draft = kept();
    if (draft && !box.value) write(box, draft.text);
    if (!connected) {
      lit = submit.disabled ? 0 : lit || now;
      if (!lit || now - lit < SETTLED) return;
      connected = now;
      watch.disconnect();
    }
    if (draft && draft.send) {
      if (submit.disabled || box.value !== draft.text) return;
      sent = { before: said(), at: now };
      submit.click();
    } else if (now - connected > WATCHED) clearInterval(again);
  }

  document.addEventListener(
    "input",
    (event) => {
      if (!event.isTrusted || event.target.id !== "chat-input") return;
      const text = event.target.value;
      sent = null;
      keep(text.trim() ? { text, send: false } : null);
    },
    true
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const enter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
      if (!enter || event.target.id !== "chat-input") return;
      const text = event.target.value;
      const submit = document.getElementById("chat-submit");
      if (!text.trim() || !submit) return;
      leave(text, !submit.disabled);
    },
    true
  );
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && event.target.closest("#chat-submit:enabled");
      const box = document.getElementById("chat-input");
      if (button && box && event.isTrusted) leave(box.value, true);
    },
    true
  );
  const watch = new MutationObserver(settle);
  const changes = { childList: true, subtree: true, attributes: true };
  watch.observe(document, { ...changes, attributeFilter: ["disabled"] });
  // The page may empty the box once more after it has drawn it, which no observer is told.
  const again = setInterval(settle, 250);
})();

// The copy button of an answer gives what is seen, the table included, and not the Markdown that it
// was written in. Chainlit's own handler writes what it is given; only the text is ours.
(() => {
  const clipboard = navigator.clipboard;
  if (!clipboard) return;
  const writeText = clipboard.writeText.bind(clipboard);
  const write = clipboard.write?.bind(clipboard);
  let seen = null;

  function ours() {
    const { plain, rich } = seen;
    seen = null;
    if (!write || !window.ClipboardItem) return writeText(plain);
    const kinds = { "text/plain": plain, "text/html": rich };
    const blobs = Object.entries(kinds).map(([kind, told]) => [kind, new Blob([told], { type: kind })]);
    return write([new ClipboardItem(Object.fromEntries(blobs))]).catch(() => writeText(plain));
  }

  clipboard.writeText = (text) => (seen ? ours() : writeText(text));
  if (write) clipboard.write = (items) => (seen ? ours() : write(items));

  function cells(row) {
    const text = (cell) => (cell.querySelector(".cic-value") ?? cell).innerText;
    return [...row.cells].map((cell) => text(cell).trim().replace(/\s+/g, " "));
  }

  function html(words, rows) {
    const made = document.createElement("div");
    made.append(...words.map((text) => Object.assign(document.createElement("p"), { innerText: text })));
    const table = document.createElement("table");
    for (const row of rows) {
      const line = table.insertRow();
      for (const text of row) line.insertCell().textContent = text;
    }
    if (rows.length) made.append(table);
    return made.innerHTML;
  }

  function whatIsSeen(answer) {
    const words = [...answer.querySelectorAll(".message-content .prose")].map((part) => part.innerText.trim());
    const shown = answer.querySelector(".cic-table");
    const rows = shown ? [...shown.rows].map(cells) : [];
    const count = shown?.closest(".cic-card")?.querySelector(".cic-count")?.innerText ?? "";
    const lines = rows.map((row) => row.join("\t")).join("\n");
    return { plain: [...words, lines, count].filter(Boolean).join("\n\n"), rich: html(words, rows) };
  }

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && event.target.closest("button");
      const answer = button && button.querySelector("svg.lucide-copy") && !button.closest(".cic-answer")
        ? button.closest(".step[data-step-type='assistant_message']")
        : null;
      seen = answer ? whatIsSeen(answer) : null;
      if (seen) setTimeout(() => (seen = null), 500);
    },
    true
  );
})();

// Who is signed in with the page itself would be at once again: no way out is offered.
if (document.cookie.includes("cicerone_no_form=1")) document.documentElement.classList.add("cicerone-no-form");

// A thumb up is said by one click; only to one down is there more to say.
document.addEventListener(
  "click",
  (event) => {
    const thumb = event.target instanceof Element && event.target.closest("button.positive-feedback-off");
    if (!thumb) return;
    const page = document.documentElement;
    page.classList.add("cicerone-liking");
    const watch = new MutationObserver(() => {
      const submit = document.querySelector("#submit-feedback");
      if (submit) {
        watch.disconnect();
        // Not while it is being put there: nobody listens to it yet.
        setTimeout(() => submit.click(), 50);
      }
    });
    watch.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => {
      watch.disconnect();
      page.classList.remove("cicerone-liking");
    }, 1000);
  },
  true
);

// Where a conversation is opened Chainlit connects twice, without it and with it, and asks for a
// cookie before each: the connection whose answer came last won, and without the conversation it
// was never shown. The answers come in the order in which they were asked for.
(() => {
  const fetched = window.fetch.bind(window);
  let last = Promise.resolve();
  window.fetch = (...given) => {
    const address = String(given[0]?.url ?? given[0]);
    if (!address.includes("/set-session-cookie")) return fetched(...given);
    const next = last.then(() => fetched(...given));
    last = next.catch(() => undefined);
    return next;
  };
})();
