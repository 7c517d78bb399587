"use strict";
// Everything shown is set as text, never as markup: questions and values may hold anything.
const data = JSON.parse(document.getElementById("data").textContent);
const SHOWN = 50;
const OUTCOMES = ["wrong", "empty", "failed", "declined", "other columns", "right"];
const CLASS = { "other columns": "columns" };
const state = { off: new Set(["other columns", "right"]), candidate: "", type: "", run: "", words: "", limit: SHOWN };
const byId = (id) => document.getElementById(id);

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

function dot(outcome) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("aria-hidden", "true");
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", 10], ["height", 10], ["rx", 3]]) circle.setAttribute(name, value);
  circle.setAttribute("class", CLASS[outcome] || outcome);
  svg.append(circle);
  return svg;
}

function fits(result) {
  if (state.candidate !== "" && result.candidate !== Number(state.candidate)) return false;
  if (state.type !== "" && result.type !== state.type) return false;
  if (state.run !== "" && result.run !== Number(state.run)) return false;
  if (!state.words) return true;
  const text = (result.question + " " + result.gold + " " + (result.cypher || "")).toLowerCase();
  return state.words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function shown(value) {
  if (value === null || value === undefined) return "null";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function table(columns, rows, count) {
  if (!rows || !rows.length) return element("p", "facts", count === null ? "Nothing ran." : count ? "" : "No rows.");
  const wrap = element("div", "scroll"), made = element("table", "rows");
  if (columns.length) {
    const head = made.createTHead().insertRow();
    for (const name of columns) head.append(element("th", "", name));
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const value of row) line.append(element("td", "", shown(value)));
  }
  wrap.append(made);
  if (count > rows.length) wrap.append(element("p", "facts", `${rows.length} of ${count.toLocaleString("en")}`));
  return wrap;
}

function part(title, content) {
  const made = element("div");
  made.append(element("h3", "", title), content);
  return made;
}

function two(...parts) {
  const made = element("div", "two");
  made.append(...parts);
  return made;
}

function body(result) {
  const made = element("div", "body");
  const facts = [result.outcome, data.candidates[result.candidate]];
  if (result.type) facts.push(result.type);
  if (data.runs > 1) facts.push(`run ${result.run + 1}`);
  if (result.engine) facts.push(`written by ${result.engine}`);
  if (result.verdict && result.verdict !== "answerable") facts.push(`taken as ${result.verdict.replaceAll("_", " ")}`);
  facts.push(`Jaccard ${result.jaccard.toFixed(2)}`, `${Math.round(result.ms).toLocaleString("en")} ms`);
  if (result.calls) facts.push(`${result.calls} calls, ${result.tokens.toLocaleString("en")} tokens`);
  if (result.relevancy !== null) facts.push(`relevancy ${result.relevancy.toFixed(2)}`);
  made.append(element("p", "facts", facts.join(" · ")));
  if (result.error) made.append(part("Error", element("p", "said", result.error)));
  const got = result.cypher ? element("pre", "", result.cypher) : element("p", "facts", "No Cypher was written.");
  made.append(two(part("Gold", element("pre", "", result.gold)), part("Got", got)));
  if (result.draft && result.draft !== result.cypher) made.append(part("First draft", element("pre", "", result.draft)));
  if (result.gold_rows) {
    made.append(two(
      part(`Rows of the gold (${result.gold_count.toLocaleString("en")})`, table(result.gold_columns, result.gold_rows, result.gold_count)),
      part(`Rows got${result.row_count === null ? "" : ` (${result.row_count.toLocaleString("en")})`}`, table(result.columns, result.rows, result.row_count))));
    if (result.row_count && (result.missing_count || result.extra_count)) made.append(two(
      part(`Missing (${result.missing_count.toLocaleString("en")})`, table(result.gold_columns, result.missing, result.missing_count)),
      part(`Too many (${result.extra_count.toLocaleString("en")})`, table(result.columns, result.extra, result.extra_count))));
    else if (result.row_count && result.outcome === "wrong") made.append(element("p", "facts", "The same rows, in another order."));
  }
  if (result.answer) made.append(part("Answer", element("p", "said", result.answer)));
  return made;
}

function item(result) {
  const made = element("details", "result");
  made.dataset.outcome = result.outcome;
  const summary = element("summary");
  const who = [result.outcome];
  if (data.candidates.length > 1) who.push(data.candidates[result.candidate]);
  summary.append(dot(result.outcome), element("span", "q", result.question), element("span", "who", who.join(" · ")));
  made.append(summary);
  made.addEventListener("toggle", () => {
    if (made.open && made.childElementCount === 1) made.append(body(result));
  });
  return made;
}

function render() {
  const found = data.results.filter(fits);
  const counts = {};
  for (const result of found) counts[result.outcome] = (counts[result.outcome] || 0) + 1;
  const chips = byId("chips");
  const focused = document.activeElement && document.activeElement.dataset.outcome;
  chips.replaceChildren();
  for (const outcome of OUTCOMES) {
    const button = element("button");
    button.type = "button";
    button.dataset.outcome = outcome;
    button.setAttribute("aria-pressed", String(!state.off.has(outcome)));
    button.append(dot(outcome), document.createTextNode(`${outcome} ${(counts[outcome] || 0).toLocaleString("en")}`));
    button.addEventListener("click", () => {
      if (!state.off.delete(outcome)) state.off.add(outcome);
      state.limit = SHOWN;
      render();
    });
    chips.append(button);
    if (focused === outcome) button.focus();
  }
  const kept = found.filter((result) => !state.off.has(result.outcome));
  byId("list").replaceChildren(...kept.slice(0, state.limit).map(item));
  byId("count").textContent = kept.length === 1 ? "1 result" : `${kept.length.toLocaleString("en")} results`;
  byId("more").hidden = kept.length <= state.limit;
}

function choices(id, name, every, values) {
  const select = byId(id);
  select.append(new Option(every, ""));
  for (const [value, text] of values) select.append(new Option(text, value));
  select.hidden = values.length < 2;
  select.addEventListener("change", () => { state[name] = select.value; state.limit = SHOWN; render(); });
}

choices("candidate", "candidate", "All candidates", data.candidates.map((name, index) => [index, name]));
choices("type", "type", "All types", [...new Set(data.results.map((result) => result.type))].sort().map((name) => [name, name || "no type"]));
choices("run", "run", "All runs", Array.from({ length: data.runs }, (_, index) => [index, `Run ${index + 1}`]));
byId("words").addEventListener("input", (event) => { state.words = event.target.value.trim(); state.limit = SHOWN; render(); });
byId("more").addEventListener("click", () => { state.limit += 4 * SHOWN; render(); });
render();
