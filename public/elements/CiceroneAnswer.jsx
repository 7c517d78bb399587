import { useEffect, useMemo, useRef, useState } from "react";
import { useRecoilValue, useSetRecoilState } from "recoil";
import { chatProfileState, configState } from "@chainlit/react-client";
import {
  ArrowDown,
  ArrowUp,
  BadgeCheck,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Copy,
  CornerDownRight,
  Download,
  Info,
  Pencil,
  Pin,
  Quote,
  Sparkles,
  Waypoints,
} from "lucide-react";

const PAGE = 20;
const KEYWORDS =
  /\b(MATCH|OPTIONAL|WHERE|RETURN|WITH|ORDER|BY|LIMIT|SKIP|UNWIND|AS|AND|OR|NOT|IN|IS|NULL|DISTINCT|DESC|ASC|CONTAINS|STARTS|ENDS|EXISTS|CALL|UNION|CASE|WHEN|THEN|ELSE|END|XOR|count|collect|sum|avg|min|max)\b/g;

window.ciceroneSay ??= (text, values = {}) => (window.ciceroneWords?.[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const t = window.ciceroneSay;

// In the widget there is no page of ours before this, which would have loaded the words.
function useWords() {
  const [there, setThere] = useState(Boolean(window.ciceroneWords));
  useEffect(() => {
    if (there) return undefined;
    let gone = false;
    window.ciceroneWordsLoading ??= new Promise((done) => {
      const script = document.createElement("script");
      script.src = apiClient.buildEndpoint("/words.js");
      script.onload = script.onerror = done;
      document.head.append(script);
    });
    window.ciceroneWordsLoading.then(() => gone || setThere(true));
    return () => {
      gone = true;
    };
  }, [there]);
  return there;
}

const formats = new Map();
// Characters that surely fit into the lines of a cell that are seen.
const LONG = 200;

// A year has no marks between its digits.
function amount(value, useGrouping = true) {
  const language = !window.ciceroneLanguage || window.ciceroneLanguage === "en" ? "en-US" : window.ciceroneLanguage;
  const key = `${language} ${useGrouping}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping }));
  return formats.get(key).format(told(value));
}

// As `told_as` of the catalogue: what was reckoned has two digits behind its point.
function told(value) {
  const few = Number(value.toFixed(6));
  if (few && Math.abs(few - value) <= 1e-12 * Math.max(1, Math.abs(value))) return few;
  return Math.abs(value) >= 1 ? Number(value.toFixed(2)) : Number(value.toPrecision(4));
}

// Chainlit makes every answer anew when a message is sent: what was opened, sorted or typed is kept
// beside it.
const kept = (window.ciceroneKept ??= new Map());

function useKept(name, initial) {
  // In a shared conversation answers have no names to keep it under.
  const key = props.id ? `${props.id} ${name}` : null;
  const [value, setValue] = useState(kept.has(key) ? kept.get(key) : initial);

  function keep(next) {
    if (key) kept.set(key, next);
    setValue(next);
  }

  return [value, keep];
}

function shown(value, isAmount) {
  if (typeof value !== "number") return value;
  return amount(value, isAmount || Math.abs(value) >= 10000);
}

function compare(a, b) {
  if (a === null) return b === null ? 0 : 1;
  if (b === null) return -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

// The end of a long text is folded away, and there for who wants it.
function Cell({ value, isAmount }) {
  const [whole, setWhole] = useState(false);
  const text = shown(value, isAmount);
  if (typeof value !== "string" || value.length <= LONG) return <span className="cic-value">{text}</span>;
  return (
    <>
      <span className={whole ? "cic-value cic-whole" : "cic-value"}>{text}</span>
      <button type="button" className="cic-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? t("Show less") : t("Show all of it")}
      </button>
    </>
  );
}

function Rows({ table }) {
  const [page, setPage] = useKept("page", 0);
  const [sort, setSort] = useKept("sort", null);

  const rows = useMemo(() => {
    if (!sort) return table.rows;
    const ordered = [...table.rows].sort((a, b) => compare(a[sort.at], b[sort.at]));
    return sort.down ? ordered.reverse() : ordered;
  }, [table, sort]);

  const pages = Math.ceil(rows.length / PAGE);
  const first = page * PAGE;
  const visible = rows.slice(first, first + PAGE);

  function sortBy(at) {
    setPage(0);
    setSort(sort?.at !== at ? { at, down: false } : sort.down ? null : { at, down: true });
  }

  return (
    <section className="cic-card" aria-label={t("Rows")}>
      <div className="cic-scroll" tabIndex={0}>
        <table className="cic-table">
          <thead>
            <tr>
              {table.columns.map((column, at) => (
                <th
                  key={at}
                  className={column.numeric ? "cic-number" : ""}
                  aria-sort={sort?.at === at ? (sort.down ? "descending" : "ascending") : "none"}
                >
                  <button type="button" onClick={() => sortBy(at)} title={t("Sort by {name}", { name: column.name })}>
                    {column.name}
                    {sort?.at === at ? sort.down ? <ArrowDown /> : <ArrowUp /> : null}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row, at) => (
              <tr key={first + at}>
                {row.map((value, column) => (
                  <td
                    key={column}
                    className={table.columns[column].numeric ? "cic-number" : ""}
                    title={typeof value === "string" && value.length > 60 ? value : undefined}
                  >
                    {value === null ? (
                      <span className="cic-null" title={t("The graph does not say")}>–</span>
                    ) : (
                      <Cell value={value} isAmount={table.columns[column].amount} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Foot {...{ table, page, setPage, pages, sort }} visible={visible.length} />
    </section>
  );
}

// The library is large: it is fetched when the first chart is shown, from our own origin.
function vega() {
  window.ciceroneVegaLoading ??= new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = apiClient.buildEndpoint("/chart/vega.js");
    script.onload = () => loaded(window.ciceroneVega);
    script.onerror = () => {
      window.ciceroneVegaLoading = null;
      script.remove();
      failed(new Error(t("The library that draws charts could not be loaded.")));
    };
    document.head.append(script);
  });
  return window.ciceroneVegaLoading;
}

function inDark() {
  return document.documentElement.classList.contains("dark");
}

function useDark() {
  const [dark, setDark] = useState(inDark);
  useEffect(() => {
    const watch = new MutationObserver(() => setDark(inDark()));
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    return () => watch.disconnect();
  }, []);
  return dark;
}

// The page's own colours and letters; `bot/render/charts/theme.py` has the same for pictures.
function look(element) {
  const style = getComputedStyle(element);
  const color = (name) => `hsl(${style.getPropertyValue(name).trim().replace(/\s+/g, ", ")})`;
  const quiet = color("--muted-foreground");
  const line = color("--border");
  const palette = [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => color(`--cicerone-chart-${nth}`));
  const letters = { labelColor: quiet, titleColor: quiet, titleFontWeight: 500, labelFontSize: 12, titleFontSize: 12 };
  return {
    background: "transparent",
    font: style.fontFamily,
    view: { stroke: null },
    axis: { ...letters, gridColor: line, domainColor: line, tickColor: line },
    axisBand: { grid: false },
    legend: { ...letters, symbolType: "circle" },
    mark: { color: palette[0] },
    text: { color: palette[0] },
    title: { color: quiet, fontSize: 14, fontWeight: 500 },
    range: { category: palette },
  };
}

// A row of the tooltip for each column; every text is escaped by `told`.
function tip(value, told) {
  const rows = Object.entries(value).map(([name, text]) => `<tr><td class="key">${told(name)}</td><td class="value">${told(text)}</td></tr>`);
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

const NARROW = 480;

function fitted(spec, width) {
  if (width >= NARROW || !spec.encoding.color) return spec;
  const color = { ...spec.encoding.color, legend: { ...spec.encoding.color.legend, orient: "bottom", columns: 2 } };
  return { ...spec, encoding: { ...spec.encoding, color } };
}

// About as high as it will be, so that nothing moves once it is drawn.
const AXIS = 50;

function Chart({ chart }) {
  const [kind, setKind] = useKept("kind", chart.kinds[0].kind);
  const [problem, setProblem] = useState(null);
  const [shown, setShown] = useState(false);
  const dark = useDark();
  const place = useRef(null);
  const drawn = chart.kinds.find((one) => one.kind === kind);

  useEffect(() => {
    let view = null;
    let gone = false;
    const options = { mode: "vega-lite", actions: false, renderer: "svg", ast: true, logLevel: 1 };
    vega()
      .then(({ embed }) => {
        if (gone) return null;
        const tooltip = { theme: inDark() ? "dark" : "light", formatTooltip: tip };
        const spec = fitted(drawn.spec, place.current.clientWidth);
        return embed(place.current, spec, { ...options, tooltip, config: look(place.current) });
      })
      .then((made) => {
        if (gone) made?.finalize();
        else {
          view = made;
          setProblem(null);
          setShown(true);
        }
      })
      .catch((error) => gone || setProblem(error.message));
    return () => {
      gone = true;
      view?.finalize();
    };
  }, [drawn, dark]);

  function file(form) {
    return apiClient.buildEndpoint(`${chart.download}.${form}?kind=${kind}&mode=${dark ? "dark" : "light"}`);
  }

  return (
    <section className="cic-card cic-chart" aria-label={t("Chart")}>
      <div className="cic-drawn" role="img" aria-label={drawn.spec.description}>
        {shown || problem ? null : <p className="cic-caption">{t("Drawing the chart…")}</p>}
        <div ref={place} aria-hidden="true" data-kind={kind} style={{ minHeight: drawn.spec.height + AXIS }} />
      </div>
      {problem ? <p className="cic-notice" role="status"><Info /> {problem}</p> : null}
      <div className="cic-foot">
        {chart.kinds.length > 1 ? (
          <span className="cic-kinds" role="group" aria-label={t("Kind of chart")}>
            {chart.kinds.map((one) => (
              <button type="button" key={one.kind} aria-pressed={one.kind === kind} onClick={() => setKind(one.kind)}>
                {one.label}
              </button>
            ))}
          </span>
        ) : null}
        {drawn.caption ? <span className="cic-caption">{drawn.caption}</span> : null}
        <span className="cic-space" />
        {(chart.download ? ["png", "svg"] : []).map((form) => (
          <a key={form} className="cic-download" href={file(form)} download title={t("The chart as {form}", { form: form.toUpperCase() })}>
            <Download /> {form.toUpperCase()}
          </a>
        ))}
      </div>
    </section>
  );
}

const FILES = [["csv", "CSV"], ["xlsx", "Excel"], ["json", "JSON"]];

function Foot({ table, page, setPage, pages, visible, sort }) {
  const fetched = table.rows.length;
  const total = table.total;
  const all = total === null ? null : amount(total);
  const from = page * PAGE + 1;
  const to = from + visible - 1;
  const fetchedSaid = amount(fetched);
  const count =
    total !== null && total <= visible
      ? total === 1 ? t("1 row") : t("{count} rows", { count: all })
      : page === 0
        ? total === null
          ? t("{shown} shown; the total could not be counted in time", { shown: visible })
          : t("{shown} of {total} shown", { shown: visible, total: all })
        : total === null
          ? t("{from}–{to} of more than {count}", { from, to, count: fetchedSaid })
          : t("{from}–{to} of {count}", { from, to, count: all });
  const cut =
    table.truncated && (sort || page === pages - 1)
      ? !table.download
        ? t("The first {count} rows are here.", { count: fetchedSaid })
        : total !== null && total <= table.max_export
          ? t("The first {count} rows are here; the file has all of them.", { count: fetchedSaid })
          : t("The first {count} rows are here; the file has the first {most}.", {
              count: fetchedSaid,
              most: amount(table.max_export),
            })
      : null;

  return (
    <div className="cic-foot">
      <span className="cic-count" title={cut ?? undefined}>{count}</span>
      {cut ? <span className="cic-cut">{cut}</span> : null}
      <span className="cic-space" />
      {pages > 1 ? (
        <span className="cic-pages">
          <button type="button" aria-label={t("Previous rows")} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft />
          </button>
          <button type="button" aria-label={t("More rows")} disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
            <ChevronRight />
          </button>
        </span>
      ) : null}
      {(table.download ? FILES : []).map(([form, label]) => (
        <a key={form} className="cic-download" href={apiClient.buildEndpoint(`${table.download.replace(/\.csv$/, "")}.${form}`)} download title={t("All rows as {form}", { form: label })}>
          <Download /> {label}
        </a>
      ))}
    </div>
  );
}

// The passage that a quote is of, with the quote marked.
function Passage({ source, answer }) {
  const [told, setTold] = useState(null);

  useEffect(() => {
    let gone = false;
    passageOf(source, answer).then((found) => gone || setTold(found));
    return () => {
      gone = true;
    };
  }, [source]);

  if (!told) return <p className="cic-caption" role="status">{t("Looking the passage up…")}</p>;
  if (told.error) return <p className="cic-notice" role="status"><Info /> {told.error}</p>;
  return (
    <div className="cic-passage" role="region" aria-label={t("Passage")} tabIndex={0}>
      <p className="cic-caption">{[told.place, ...told.headings].join(" › ")}</p>
      <p>
        {told.before}
        {told.quoted ? <mark>{told.quoted}</mark> : null}
        {told.after}
      </p>
    </div>
  );
}

// As long as an address may be; cut between two words.
const LONGEST = 900;

async function passageOf(source, answer) {
  const words = source.words.length > LONGEST ? source.words.slice(0, LONGEST).replace(/\s+\S*$/, "") : source.words;
  try {
    const asked = new URLSearchParams({ answer, id: source.id, words });
    const reply = await fetch(apiClient.buildEndpoint(`/passage?${asked}`), { credentials: "include" });
    return await reply.json();
  } catch {
    return { error: t("The server is not there; try again in a moment.") };
  }
}

function Quoted({ source, answer }) {
  const [open, setOpen] = useKept(`quote ${source.id} ${source.words}`, false);
  const opens = answer && source.id && !props.shared;
  return (
    <li>
      <button type="button" className="cic-quote" disabled={!opens} aria-expanded={opens ? open : undefined} onClick={() => setOpen(!open)}>
        <q>{source.words}</q> <em>{source.place}</em>
      </button>
      {open && opens ? <Passage source={source} answer={answer} /> : null}
    </li>
  );
}

const FEW = 5;

function Sources({ sources, answer }) {
  const [all, setAll] = useKept("sources", false);
  const shown = all ? sources.items : sources.items.slice(0, FEW);
  return (
    <section className="cic-sources" aria-label={t("Sources")}>
      {shown.map((item, at) => (
        <div key={at}>
          <p>
            <Quote /> <b>{item.name}</b> {item.beside ? <span className="cic-beside">{item.beside}</span> : null}
          </p>
          <ul>
            {item.sources.map((source, key) => <Quoted key={key} source={source} answer={answer} />)}
            {item.more ? <li className="cic-caption">{item.more}</li> : null}
          </ul>
        </div>
      ))}
      {sources.items.length > FEW ? (
        <p className="cic-how">
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t("Fewer sources") : t("All sources ({count})", { count: sources.items.length })}
          </button>
        </p>
      ) : null}
      {all && sources.more ? <p className="cic-caption">{sources.more}</p> : null}
      {sources.near.length ? (
        <div>
          <p className="cic-caption">{t("Passages that may tell more:")}</p>
          <ul>{sources.near.map((source, key) => <Quoted key={key} source={source} answer={answer} />)}</ul>
        </div>
      ) : null}
    </section>
  );
}

function drawing() {
  if (window.ciceronePicture) return Promise.resolve();
  window.ciceronePictureScript ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = apiClient.buildEndpoint("/public/picture.js");
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });
  return window.ciceronePictureScript;
}

function Picture({ picture, id }) {
  const [wanted, setWanted] = useKept(`wanted ${picture.from ?? picture.schema}`, picture.wanted);
  const host = useRef(null);

  useEffect(() => {
    if (!wanted) return undefined;
    let ended = false;
    let end = null;
    const given = { address: (path) => apiClient.buildEndpoint(path), ask: sendUserMessage, id, passage: (source) => passageOf(source, id) };
    drawing().then(() => {
      if (!ended) end = window.ciceronePicture.answer(host.current, picture, given);
    });
    return () => {
      ended = true;
      end?.();
    };
  }, [wanted]);

  if (wanted) return <div ref={host} className="cic-graph" />;
  return (
    <p className="cic-draw">
      <button type="button" onClick={() => setWanted(true)}>
        <Waypoints /> {t("Draw as a graph")}
      </button>
    </p>
  );
}

// Only where the question can be answered without the name.
function NoName({ link, answer, choose }) {
  const [reads, setReads] = useState(false);

  useEffect(() => {
    let gone = false;
    const words = new URLSearchParams({ answer, start: link.start, end: link.end });
    fetch(apiClient.buildEndpoint(`/values/none?${words}`), { credentials: "include" })
      .then((reply) => (reply.ok ? reply.json() : { reads: false }))
      .then((told) => gone || setReads(told.reads))
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [link]);

  return reads ? (
    <button type="button" onClick={choose}>
      {t("“{text}” is no name here", { text: link.text })}
    </button>
  ) : null;
}

// As long as nobody types on.
const STILL = 250;

// Looks what is typed up among the names of the graph.
function Search({ link, answer, choose }) {
  const [words, setWords] = useState("");
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState(null);

  useEffect(() => {
    setProblem(null);
    if (!words.trim()) {
      setFound(null);
      return undefined;
    }
    let gone = false;
    const look = setTimeout(async () => {
      try {
        const reply = await fetch(apiClient.buildEndpoint(`/values?${new URLSearchParams({ words, answer })}`), { credentials: "include" });
        const told = await reply.json();
        if (gone) return;
        if (reply.ok) setFound(told.values);
        else setProblem(told.error);
      } catch {
        if (!gone) setProblem(t("The server is not there; try again in a moment."));
      }
    }, STILL);
    return () => {
      gone = true;
      clearTimeout(look);
    };
  }, [words]);

  return (
    <div className="cic-search">
      <input
        type="search"
        value={words}
        maxLength={100}
        onChange={(event) => setWords(event.target.value)}
        placeholder={t("Find another name")}
        aria-label={t("Find what “{text}” means", { text: link.text })}
      />
      {problem ? <p className="cic-none" role="status">{problem}</p> : null}
      {found && !found.length ? <p className="cic-none" role="status">{t("No name here is like that.")}</p> : null}
      {(found ?? []).map((other, key) => (
        <button type="button" key={key} onClick={() => choose(other)}>
          {other.label} <em>{other.shown}</em>
        </button>
      ))}
    </div>
  );
}

function Links({ links, answer, draw }) {
  const [open, setOpen] = useState(null);
  const [sent, setSent] = useState(false);

  function choose(link, choice) {
    setSent(true);
    setTimeout(() => setSent(false), 1500);
    setOpen(null);
    callAction({
      name: "overrule",
      payload: { answer, start: link.start, end: link.end, label: choice.label, property: choice.property, value: choice.value },
    });
  }

  function around(link) {
    const { label, property, value } = link;
    setOpen(null);
    draw({ from: `/neighbours?${new URLSearchParams({ answer, label, property, value })}`, wanted: true });
  }

  return (
    <div className="cic-links">
      {links.map((link, at) => (
        <div key={at} className="cic-link-box">
          <button
            type="button"
            className="cic-link"
            aria-expanded={open === at}
            disabled={sent}
            onClick={() => setOpen(open === at ? null : at)}
            title={t("Not what you meant? Choose")}
          >
            <span className="cic-said">{link.text}</span>
            <span className="cic-arrow">→</span>
            <span>{link.label}</span> <em>{link.value}</em>
            <Pencil />
          </button>
          {open === at ? (
            <div className="cic-menu" role="group" aria-label={t("What “{text}” means", { text: link.text })}>
              {link.alternatives.map((other, key) => (
                <button type="button" key={key} onClick={() => choose(link, other)}>
                  {other.label} <em>{other.value}</em>
                </button>
              ))}
              <Search link={link} answer={answer} choose={(other) => choose(link, other)} />
              <button type="button" onClick={() => around(link)}>
                {t("Show its neighbours")}
              </button>
              <NoName link={link} answer={answer} choose={() => choose(link, { label: "" })} />
            </div>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function Cypher({ text, parameters }) {
  const [copied, setCopied] = useState(false);
  const names = Object.entries(parameters);
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(KEYWORDS)) {
    parts.push(text.slice(end, found.index), <b key={found.index}>{found[0]}</b>);
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));

  async function copy() {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }

  return (
    <div className="cic-code">
      <button type="button" className="cic-copy" onClick={copy} aria-label={t("Copy the query")}>
        {copied ? t("Copied") : <Copy />}
      </button>
      <pre>
        <code>{parts}</code>
      </pre>
      {names.length ? (
        <dl>
          {names.map(([name, value]) => (
            <div key={name}>
              <dt>${name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

// Asking it again is one click from the welcome page.
function PinIt({ answer }) {
  const [sent, setSent] = useState(false);
  const setConfig = useSetRecoilState(configState);
  const profile = useRecoilValue(chatProfileState);

  async function pin() {
    setSent(true);
    try {
      await callAction({ name: "pin", payload: { answer } });
      // Else the welcome page has it only once the page is loaded anew.
      const asked = new URLSearchParams({ language: navigator.language, ...(profile ? { chat_profile: profile } : {}) });
      setConfig(await (await apiClient.get(`/project/settings?${asked}`)).json());
    } finally {
      setSent(false);
    }
  }

  return (
    <button type="button" disabled={sent} onClick={pin} title={t("Keep this question on the welcome page")}>
      <Pin /> {t("Pin")}
    </button>
  );
}

// What may be changed and sent again: a question, or a query.
function Editor({ label, text, send, verb, code = false, children }) {
  const [draft, setDraft] = useKept(label, text);
  const rows = Math.min(18, Math.max(2, draft.split("\n").length + (code ? 0 : 1)));
  const blank = !draft.trim();

  function keyed(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !blank) send(draft);
  }

  return (
    <div className={code ? "cic-editor cic-typed" : "cic-editor"}>
      <textarea
        aria-label={label}
        rows={rows}
        spellCheck={!code}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={keyed}
      />
      <p>
        <button type="button" className="cic-go" disabled={blank} onClick={() => send(draft)}>
          <CornerDownRight /> {verb}
        </button>
        {draft === text ? null : (
          <button type="button" onClick={() => setDraft(text)}>
            {t("Put it back")}
          </button>
        )}
        {children}
      </p>
    </div>
  );
}

function Query({ cypher, parameters, behind, answer }) {
  const [edits, setEdits] = useKept("edits", false);
  const [saves, setSaves] = useKept("saves", false);
  const [saved, setSaved] = useKept("saved", false);

  function run(text) {
    setEdits(false);
    callAction({ name: "run_query", payload: { answer, cypher: text } });
  }

  function save(question) {
    setSaves(false);
    setSaved(true);
    callAction({ name: "save_verified", payload: { answer, question } });
  }

  return (
    <div className="cic-query">
      {edits ? (
        <Editor label={t("The query")} text={behind.editable} verb={t("Run")} send={run} code />
      ) : (
        <Cypher text={cypher} parameters={parameters} />
      )}
      {behind ? (
        <p className="cic-how">
          <button type="button" aria-expanded={edits} onClick={() => setEdits(!edits)}>
            <Pencil /> {edits ? t("Cancel") : t("Edit and run")}
          </button>
          {behind.saves ? (
            <button type="button" aria-expanded={saves} onClick={() => setSaves(!saves)}>
              <BadgeCheck /> {saved ? t("Saved as verified") : t("Save as verified")}
            </button>
          ) : null}
        </p>
      ) : null}
      {saves ? (
        <>
          <p className="cic-caption">
            {t("You get this query for this question from now on; for everybody else the pair waits until it is reviewed.")}
          </p>
          <Editor label={t("The question that this query answers")} text={behind.question} verb={t("Save")} send={save} />
        </>
      ) : null}
    </div>
  );
}

function Details({ reading, engine, behind }) {
  const told = [
    [t("Question"), behind.question],
    [t("Names"), behind.linked.join("; ")],
    [t("Read as"), reading],
    [t("Written"), engine],
    [t("Repairs"), behind.repairs.join("; ")],
    [t("Doubts"), behind.doubts.join(" ")],
    [t("Time"), behind.took],
    [t("Model"), behind.cost],
  ];
  return (
    <div className="cic-details">
      <dl>
        {told.filter(([, value]) => value).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {behind.conversation ? (
        <a className="cic-download" href={apiClient.buildEndpoint(behind.conversation)} download>
          <Download /> {t("This conversation as Markdown")}
        </a>
      ) : null}
    </div>
  );
}

function Background({ reading, engine, verified, cypher, parameters, failed, used, behind, answer, shared }) {
  const [open, setOpen] = useKept("open", failed ? ["Cypher"] : []);
  const parts = [behind?.question ? t("Question") : null, "Cypher", used ? t("What it used") : null, behind ? t("Details") : null].filter(Boolean);
  const isOpen = (part) => open.includes(part);

  function turn(part) {
    setOpen(isOpen(part) ? open.filter((one) => one !== part) : [...open, part]);
  }

  return (
    <div className="cic-background">
      {reading ? <p className="cic-reading">{reading}</p> : null}
      <p className="cic-how">
        {verified ? <span className="cic-verified"><BadgeCheck /> {verified}</span> : null}
        {engine ? <span>{engine}</span> : null}
        {parts.map((part) => (
          <button type="button" key={part} aria-expanded={isOpen(part)} onClick={() => turn(part)}>
            {part} {isOpen(part) ? <ChevronUp /> : <ChevronDown />}
          </button>
        ))}
        {shared || failed ? null : <PinIt answer={answer} />}
      </p>
      {isOpen(t("Question")) ? (
        <Editor label={t("The question as it was understood")} text={behind.question} verb={t("Ask again")} send={(text) => sendUserMessage(text.trim())} />
      ) : null}
      {isOpen("Cypher") ? <Query {...{ cypher, parameters, behind, answer }} /> : null}
      {isOpen(t("What it used")) ? <Picture picture={used} id={answer} /> : null}
      {isOpen(t("Details")) ? <Details {...{ reading, engine, behind }} /> : null}
    </div>
  );
}

function Files({ files }) {
  return (
    <p className="cic-files">
      {files.map((file) => (
        <a key={file.href} className="cic-download" href={apiClient.buildEndpoint(file.href)} download>
          <Download /> {file.label}
        </a>
      ))}
    </p>
  );
}

function Pages({ pages }) {
  return (
    <p className="cic-files">
      {pages.map((page) => (
        <a key={page.href} className="cic-download" href={apiClient.buildEndpoint(page.href)}>
          <CornerDownRight /> {page.label}
        </a>
      ))}
    </p>
  );
}

function Choices({ choices }) {
  const [sent, setSent] = useState(false);

  function ask(question) {
    setSent(true);
    sendUserMessage(question);
    setTimeout(() => setSent(false), 1500);
  }

  return (
    <div className="cic-choices">
      {choices.map((choice, at) => (
        <button type="button" key={at} disabled={sent} onClick={() => ask(choice.question)} title={choice.question}>
          {choice.kind === "capability" ? <Sparkles /> : <CornerDownRight />}
          <span>
            {choice.label}
            {choice.kind === "capability" && choice.label !== choice.question ? (
              <small>{choice.question}</small>
            ) : null}
          </span>
        </button>
      ))}
    </div>
  );
}

export default function CiceroneAnswer() {
  const there = useWords();
  const [around, setAround] = useKept("around", null);
  const {
    chart = null, picture = null, used = null, table, links, terms = [], reading, engine, verified, cypher, parameters, choices,
    notices, id, failed = false, behind = null, others = [], files = [], pages = [], tableless = false, chartless = false, shared = false, sources = null,
  } = props;
  if (!there) return null;
  return (
    <div className="cic-answer">
      {notices.map((text, at) => (
        <p key={at} className="cic-notice">
          <Info /> {text}
        </p>
      ))}
      {chart && !chartless ? <Chart chart={chart} /> : null}
      {table && !tableless ? <Rows table={table} /> : null}
      {sources ? <Sources sources={sources} answer={id} /> : null}
      {files.length ? <Files files={files} /> : null}
      {pages.length ? <Pages pages={pages} /> : null}
      {picture ? <Picture picture={picture} id={id} /> : null}
      {links.length ? <Links links={links} answer={id} draw={setAround} /> : null}
      {around ? <Picture key={around.from} picture={around} id={id} /> : null}
      {terms.length ? <p className="cic-terms">{terms.join("; ")}</p> : null}
      {cypher ? <Background {...{ reading, engine, verified, cypher, parameters, failed, used, behind, shared }} answer={id} /> : null}
      {others.length ? (
        <>
          <p className="cic-caption">{t("It could also mean:")}</p>
          <Choices choices={others} />
        </>
      ) : null}
      {choices.length ? <Choices choices={choices} /> : null}
    </div>
  );
}
