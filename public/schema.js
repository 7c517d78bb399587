// "What can I ask?": the schema as a picture in a window of its own; a click opens a label's
// properties, samples of them, and questions that have rows.
window.ciceroneSchema ??= (() => {
  const { draw, make, fetched } = window.ciceronePicture;
  const t = window.ciceroneSay;
  const ofGraph = (address, asked = {}) => fetched(`${address}?${new URLSearchParams({ ...asked, graph: window.ciceroneGraph() })}`);
  let dialog = null;
  let drawing = null;

  function ask(question) {
    dialog.close();
    window.ciceroneAsk(question);
  }

  function properties(label) {
    const rows = label.properties.map(({ name, type, told, samples }) =>
      make("tr", {}, make("th", { scope: "row" }, name, told ? make("small", {}, told) : null), make("td", {}, type), make("td", {}, samples))
    );
    if (!rows.length) return make("p", { class: "cic-note" }, t("It has no properties."));
    const head = make("tr", {}, ...[t("Property"), t("Type"), t("For example")].map((text) => make("th", { scope: "col" }, text)));
    return make("div", { class: "cic-properties", tabindex: "0" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  async function choose(node, panel) {
    const questions = make("div", { class: "cic-questions" }, make("p", { class: "cic-note", role: "status" }, t("Trying a few questions…")));
    panel.replaceChildren(make("p", { class: "cic-note" }, t("Looking…")));
    panel.dataset.shown = node.id;
    const asked = { name: node.id };
    const still = () => panel.dataset.shown === node.id;
    try {
      const label = await ofGraph("/schema/label", asked);
      if (!still()) return;
      panel.replaceChildren(
        make("p", {}, make("b", {}, label.name), make("span", {}, label.count)),
        label.told ? make("p", {}, label.told) : "", questions, properties(label),
        label.joined.length ? make("p", { class: "cic-note" }, label.joined.join(" · ")) : ""
      );
      const found = (await ofGraph("/schema/questions", asked)).questions;
      if (!still()) return;
      questions.replaceChildren(
        ...(found.length
          ? found.map((text) => make("button", { type: "button", onclick: () => ask(text) }, text))
          : [make("p", { class: "cic-note" }, t("No question about it was found that has an answer."))])
      );
    } catch (error) {
      if (still()) panel.append(make("p", { class: "cic-note" }, error.message));
    }
  }

  function list(lines) {
    const rows = lines.map((line) => make("tr", {}, ...line.map((text) => make("td", {}, text))));
    return make("details", {}, make("summary", {}, t("The same as a list")), make("div", { class: "cic-properties", tabindex: "0" }, make("table", {}, make("tbody", {}, ...rows))));
  }

  return async () => {
    if (dialog?.open) return;
    const host = make("div", {});
    const about = make("p", { class: "cic-note" }, t("Choose a kind of thing to see what is known of it, and what you can ask."));
    const close = make("button", { type: "button", class: "cic-close", "aria-label": t("Close"), onclick: () => dialog.close() }, "×");
    dialog = make("dialog", { class: "cic-asking", "aria-labelledby": "cic-asking-title" }, make("header", {}, make("h2", { id: "cic-asking-title" }, t("What can I ask?")), close), about, host);
    document.body.append(dialog);
    const shown = dialog;
    shown.onclose = () => {
      drawing?.end();
      drawing = null;
      shown.remove();
    };
    shown.onclick = (event) => {
      if (event.target === shown) shown.close();
    };
    shown.showModal();
    try {
      const data = await ofGraph("/schema");
      if (data.about) about.prepend(`${data.about} `);
      const drawn = await draw(host, data, { name: t("Picture of what the graph holds"), choose });
      if (!shown.open) {
        drawn.end();
        return;
      }
      drawing = drawn;
      host.append(list(data.lines));
    } catch (error) {
      about.textContent = error.message;
    }
  };
})();
