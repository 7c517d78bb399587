// Chainlit's own page for keyboard and screen reader: buttons that only show a picture get a name,
// in the words that Chainlit has for them in the browser's language.
(() => {
  const MENU = "#thread-options";
  // What is called how: the path of Chainlit's words, and English until these are there.
  const NAMES = [
    ["[data-sidebar='sidebar'] #sidebar-trigger-button", "threadHistory.sidebar.actions.close", "Close sidebar"],
    ["#header #sidebar-trigger-button", "threadHistory.sidebar.actions.open", "Open sidebar"],
    ["[role='dialog'][data-sidebar='sidebar']", "threadHistory.sidebar.title", "Conversations"],
    ["#search-chats-button", "threadHistory.sidebar.filters.search", "Search"],
    ["#header button:has(> svg.lucide-share2)", "threadHistory.thread.menu.share", "Share"],
    ["#new-chat-button", "navigation.newChat.button", "New chat"],
    ["#chat-submit", "chat.input.actions.send", "Send"],
    ["#stop-button", "chat.input.actions.stop", "Stop"],
    ["#chat-settings-open-modal", "chat.settings.title", "Settings"],
    ["button:is(.positive-feedback-off, .positive-feedback-on)", "chat.messages.feedback.positive", "Helpful"],
    ["button:is(.negative-feedback-off, .negative-feedback-on)", "chat.messages.feedback.negative", "Not helpful"],
    [".step button:has(> svg.lucide-copy):not(.cic-copy)", "chat.messages.actions.copy.button", "Copy"],
    ["button:has(> svg.lucide-arrow-down.size-4)", "chat.toTheEnd", "To the end"],
  ];
  const t = window.ciceroneSay;
  let words = {};

  const word = (path, english) => path.split(".").reduce((found, part) => found && found[part], words) || english;

  function set(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  function mend() {
    for (const [selector, path, english] of NAMES) {
      for (const found of document.querySelectorAll(selector)) set(found, "aria-label", word(path, english));
    }
    // What is chosen is no name of a menu.
    for (const menu of document.querySelectorAll("#chat-profiles")) set(menu, "aria-label", `${t("Graph")}: ${menu.textContent.trim()}`);
    // A conversation is one link; its menu a button of its own, which no button may hold.
    for (const menu of document.querySelectorAll(MENU)) {
      set(menu, "role", "button");
      set(menu, "tabindex", "0");
      const row = menu.closest("button");
      const title = row ? row.textContent : "";
      set(menu, "aria-label", `${word("threadHistory.thread.menu.rename", "Rename")}, ${word("threadHistory.thread.menu.delete", "Delete")}: ${title}`);
      if (!row) continue;
      set(row, "role", "group");
      set(row, "tabindex", "-1");
      set(row, "aria-label", title);
      const link = row.closest("a");
      if (link) set(link, "aria-label", title);
    }
    for (const list of document.querySelectorAll("ul[data-sidebar='menu']:has(> div)")) set(list, "role", "presentation");
  }

  // The first time the list of conversations is drawn on a phone, Chainlit moves to the address of the
  // conversation at hand, which draws the page anew and closes the list that was just opened.
  const SOON = 2000;
  let tapped = 0;
  let drawn = false;

  function keepOpen() {
    if (!tapped) return;
    if (document.querySelector("[data-sidebar='sidebar'][data-mobile]")) {
      drawn = true;
      return;
    }
    const trigger = document.querySelector("#header #sidebar-trigger-button");
    if (!drawn || !trigger) return;
    const again = Date.now() - tapped < SOON;
    tapped = 0;
    if (again) setTimeout(() => trigger.click(), 100);
  }

  for (const kind of ["pointerdown", "keydown", "click"]) {
    const heard = (event) => {
      if (!event.isTrusted || !(event.target instanceof Element)) return;
      const opens = kind === "click" && event.target.closest("#header #sidebar-trigger-button");
      tapped = opens ? Date.now() : 0;
      drawn = false;
    };
    document.addEventListener(kind, heard, true);
  }

  // What is picked there is what somebody wants to see.
  document.addEventListener("click", (event) => {
    const inside = event.target instanceof Element && event.target.closest("[data-mobile] a[href^='/thread/']");
    if (!inside || event.target.closest(MENU)) return;
    setTimeout(() => inside.closest("[data-mobile]").querySelector("#sidebar-trigger-button").click());
  });

  let due = false;
  function soon() {
    keepOpen();
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      mend();
    });
  }

  new MutationObserver(soon).observe(document, { childList: true, subtree: true });
  fetch(`/project/translations?language=${navigator.language}`, { credentials: "same-origin" })
    .then((reply) => (reply.ok ? reply.json() : {}))
    .then((told) => {
      words = told.translation || {};
      soon();
    })
    .catch(() => {});
})();
