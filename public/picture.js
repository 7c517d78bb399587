// Draws nodes and relationships; loaded when the first picture is shown. `ciceronePicture` is all
// that the rest of the page sees of it: `draw` for any picture, `answer` for that of an answer.
window.ciceronePicture ??= (() => {
  const t = window.ciceroneSay;
  const SOURCE = document.currentScript.src;
  const LIBRARY = new URL("vendor/cytoscape/cytoscape-3.35.0.min.js", SOURCE).href;
  const STYLES = new URL("picture.css", SOURCE).href;
  // Kinds in order of appearance; told apart by most who see few colours, on light and on dark.
  const COLOURS = ["#2f8f83", "#d08a2e", "#5b7fc7", "#b8577d", "#7a9a3a", "#8b6bb8", "#4fa3c4", "#a8744a", "#c9ab1f", "#6e7f8d", "#c2573f", "#3f9d5a"];
  // Past so many the slow, handsome layout gives way to circles.
  const HANDSOME = 150;
  const NAMED = 400;
  let library = null;

  function script(src) {
    return new Promise((done, failed) => {
      const tag = document.createElement("script");
      tag.src = src;
      tag.onload = () => done();
      tag.onerror = () => failed(new Error(`${src} did not load`));
      document.head.append(tag);
    });
  }

  function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "onclick" || name === "onchange") made[name] = value;
      else if (value !== undefined && value !== null) made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  function styled(host) {
    const root = host.getRootNode();
    const place = root instanceof ShadowRoot ? root : document.head;
    if (place.querySelector("link[data-cicerone-picture]")) return Promise.resolve();
    return new Promise((done) => {
      const link = make("link", { rel: "stylesheet", href: STYLES, "data-cicerone-picture": "" });
      link.onload = link.onerror = () => done();
      place.append(link);
    });
  }

  function facts(pairs) {
    const list = make("dl");
    for (const [name, value] of pairs) {
      list.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
    }
    return list;
  }

  function token(host, name) {
    return `hsl(${getComputedStyle(host).getPropertyValue(name).trim().replace(/\s+/g, ", ")})`;
  }

  function styles(host) {
    const text = token(host, "--foreground");
    const quiet = token(host, "--muted-foreground");
    const back = token(host, "--card");
    return [
      {
        selector: "node",
        style: {
          "background-color": "data(colour)", width: "data(size)", height: "data(size)",
          "border-width": 2, "border-color": back,
          label: "data(shown)", color: text, "font-size": 11, "text-valign": "bottom", "text-margin-y": 3,
          "text-wrap": "ellipsis", "text-max-width": 110, "min-zoomed-font-size": 6,
          "text-outline-width": 2, "text-outline-color": back,
        },
      },
      {
        selector: "edge",
        style: {
          width: 1.3, "line-color": quiet, "line-opacity": 0.55, "curve-style": "bezier",
          "target-arrow-shape": "triangle", "target-arrow-color": quiet, "arrow-scale": 0.8,
          label: "data(shown)", "font-size": 9, color: quiet, "text-rotation": "autorotate",
          "min-zoomed-font-size": 7, "text-outline-width": 2, "text-outline-color": back,
        },
      },
      { selector: "edge.quiet", style: { label: "" } },
      { selector: "node.chosen", style: { "border-color": token(host, "--cicerone-glow"), "border-width": 4 } },
      { selector: ".far", style: { opacity: 0.25 } },
    ];
  }

  // A picture is wider than it is high, or the other way round, and layouts are as round as they can be.
  function stretch(graph) {
    return Math.min(2, Math.max(0.6, graph.width() / Math.max(graph.height(), 1)));
  }

  // The nodes of a single path in its order; null where there is more than that.
  function chain(graph) {
    const nodes = graph.nodes();
    const ends = nodes.filter((node) => node.neighborhood("node").length === 1);
    if (nodes.length < 2 || ends.length !== 2 || nodes.some((node) => node.neighborhood("node").length > 2)) return null;
    const first = nodes.filter((node) => ends.contains(node))[0];
    const found = [first];
    while (true) {
      const next = found.at(-1).neighborhood("node").filter((node) => !found.includes(node))[0];
      if (!next) return found.length === nodes.length ? found : null;
      found.push(next);
    }
  }

  function spread(count) {
    const common = { animate: false, fit: false };
    if (count > HANDSOME) {
      return { ...common, name: "concentric", minNodeSpacing: 14, concentric: (node) => node.degree(), levelWidth: () => 2 };
    }
    return {
      ...common, name: "cose", randomize: false, nodeDimensionsIncludeLabels: true, nodeRepulsion: () => 30000,
      idealEdgeLength: () => 90, componentSpacing: 60, numIter: count > 60 ? 400 : 1000,
    };
  }

  // Names are written as large on the screen however far away the nodes are; many would hide each
  // other.
  function letter(graph, places) {
    const [across, down] = ["x", "y"].map((axis) => {
      const all = places.map((place) => place[axis]);
      return Math.max(...all) - Math.min(...all);
    });
    const zoom = Math.min(graph.width() / (across + 120), graph.height() / (down + 80));
    const size = places.length > 80 ? 11 : Math.min(26, Math.max(11, 10.5 / zoom));
    graph.nodes().style({ "font-size": size, "text-max-width": 9 * size });
    graph.edges().style({ "font-size": 0.85 * size });
  }

  // Find places for all nodes and let them go there from where they are.
  function arrange(graph, fresh) {
    const nodes = graph.nodes();
    const before = new Map(nodes.map((node) => [node.id(), { ...node.position() }]));
    const path = fresh ? chain(graph) : null;
    if (path) {
      const across = graph.width() > 110 * path.length;
      path.forEach((node, at) => node.position(across ? { x: 150 * at, y: 0 } : { x: 0, y: 80 * at }));
    } else {
      const wide = stretch(graph);
      // From a circle and not from anywhere: the same rows are the same picture.
      const turn = (2 * Math.PI) / nodes.length;
      nodes.positions((node, at) =>
        fresh
          ? { x: 20 * nodes.length * Math.cos(turn * at), y: 20 * nodes.length * Math.sin(turn * at) }
          : { x: node.position("x") / wide, y: node.position("y") }
      );
      graph.layout(spread(nodes.length)).run();
      nodes.positions((node) => ({ x: node.position("x") * wide, y: node.position("y") }));
    }
    const after = new Map(nodes.map((node) => [node.id(), { ...node.position() }]));
    nodes.positions((node) => before.get(node.id()));
    letter(graph, [...after.values()]);
    const moves = !fresh && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const go = { name: "preset", fit: true, padding: 24, animate: moves, animationDuration: 300 };
    graph.layout({ ...go, positions: (node) => after.get(node.id()) }).run();
    if (fresh && graph.zoom() > 1.4) {
      graph.zoom(1.4);
      graph.center();
    }
  }

  // One picture in `host`. `data` is {nodes, edges, cut}; `name` says what it is of; `choose(node,
  // panel, drawing)` fills the panel below for a node that was clicked or picked from the list.
  async function draw(host, data, { name, choose }) {
    library ??= window.cytoscape ? Promise.resolve() : script(LIBRARY);
    await Promise.all([library, styled(host)]);

    const canvas = make("div", { class: "cic-canvas", role: "img" });
    const tip = make("div", { class: "cic-tip", "aria-hidden": "true" });
    const legend = make("p", { class: "cic-legend" });
    const panel = make("div", { class: "cic-chosen", role: "region", "aria-label": t("The chosen node") });
    const cut = make("p", { class: "cic-cut-short" });
    const pick = make("select", { "aria-label": t("Choose a node"), onchange: () => select(graph.getElementById(pick.value)) });
    const button = (label, sign, onclick) => make("button", { type: "button", "aria-label": label, title: label, onclick }, sign);
    const tools = make(
      "div", { class: "cic-tools" }, pick,
      button(t("Zoom in"), "+", () => zoom(1.3)), button(t("Zoom out"), "−", () => zoom(1 / 1.3)),
      button(t("Fit the picture"), "⤢", () => graph.fit(undefined, 24))
    );
    const box = make("section", { class: "cic-picture" }, make("div", { class: "cic-stage" }, canvas, tip), tools, legend, cut, panel);
    host.replaceChildren(box);

    const kinds = new Map();
    const nodes = new Map();
    const edges = new Set();
    const colour = (kind) => {
      if (!kinds.has(kind)) kinds.set(kind, COLOURS[kinds.size % COLOURS.length]);
      return kinds.get(kind);
    };
    const graph = window.cytoscape({
      container: canvas, style: styles(host), minZoom: 0.05, maxZoom: 4,
      // The page scrolls past a picture that nobody has touched.
      userZoomingEnabled: false, boxSelectionEnabled: false,
      textureOnViewport: data.nodes.length > HANDSOME, hideEdgesOnViewport: data.nodes.length > NAMED,
    });

    function zoom(factor) {
      const middle = { x: graph.width() / 2, y: graph.height() / 2 };
      graph.zoom({ level: graph.zoom() * factor, renderedPosition: middle });
    }

    function put(more, around) {
      const fresh = graph.nodes().empty();
      const added = [];
      for (const node of more.nodes) {
        if (nodes.has(node.id)) continue;
        nodes.set(node.id, node);
        added.push({ group: "nodes", data: { id: node.id, shown: node.name, colour: colour(node.kind), size: node.size ?? 26 } });
      }
      const centre = around?.position();
      added.forEach((one, at) => {
        const angle = (2 * Math.PI * at) / added.length;
        if (centre) one.position = { x: centre.x + 90 * Math.cos(angle), y: centre.y + 90 * Math.sin(angle) };
      });
      for (const edge of more.edges) {
        if (edges.has(edge.id) || !nodes.has(edge.start) || !nodes.has(edge.end)) continue;
        edges.add(edge.id);
        const shown = edge.type.replaceAll("_", " ").toLowerCase();
        added.push({ group: "edges", data: { id: `edge ${edge.id}`, source: edge.start, target: edge.end, shown, facts: edge.facts } });
      }
      if (!added.length) return;
      graph.add(added);
      graph.edges().toggleClass("quiet", edges.size > graph.width() / 30);
      arrange(graph, fresh);
      tell(more);
    }

    function tell(more) {
      const counted = new Map();
      for (const node of nodes.values()) counted.set(node.kind, (counted.get(node.kind) ?? 0) + 1);
      legend.replaceChildren(
        ...[...counted].map(([kind, count]) => {
          const dot = make("i", {});
          dot.style.background = colour(kind);
          return make("span", {}, dot, more.counts === false ? kind : `${kind} ${count}`);
        })
      );
      legend.hidden = more.counts === false;
      const count = (size, one, many) => (size === 1 ? one : many).replace("{count}", size);
      const told = `${name}: ${count(nodes.size, t("1 node"), t("{count} nodes"))}, ${count(edges.size, t("1 relationship"), t("{count} relationships"))}`;
      canvas.setAttribute("aria-label", told);
      box.setAttribute("aria-label", told);
      const sorted = [...nodes.values()].sort((a, b) => a.name.localeCompare(b.name));
      const chosen = pick.value;
      pick.replaceChildren(make("option", { value: "" }, t("Choose a node…")), ...sorted.map((node) => make("option", { value: node.id }, node.name)));
      pick.value = nodes.has(chosen) ? chosen : "";
      if (more.cut) cut.textContent = more.cut;
      cut.hidden = !cut.textContent;
    }

    function select(target) {
      graph.nodes().removeClass("chosen");
      if (target.empty()) {
        panel.replaceChildren();
        return;
      }
      target.addClass("chosen");
      pick.value = target.id();
      choose(nodes.get(target.id()), panel, { put: (more) => put(more, target) });
    }

    function hover(event) {
      const isNode = event.target.isNode();
      const node = isNode ? nodes.get(event.target.id()) : null;
      const head = isNode ? node.name : event.target.data("shown");
      tip.replaceChildren(make("b", {}, head), facts(isNode ? node.facts : event.target.data("facts")));
      const { x, y } = event.renderedPosition;
      tip.style.left = `${Math.max(4, Math.min(x + 14, canvas.clientWidth - 250))}px`;
      tip.style.top = `${y > canvas.clientHeight / 2 ? "" : `${y + 12}px`}`;
      tip.style.bottom = `${y > canvas.clientHeight / 2 ? `${canvas.clientHeight - y + 12}px` : ""}`;
      tip.classList.add("seen");
      if (isNode) graph.elements().not(event.target.closedNeighborhood()).addClass("far");
    }

    function unhover() {
      tip.classList.remove("seen");
      graph.elements().removeClass("far");
    }

    graph.on("mouseover", "node, edge", hover);
    graph.on("mouseout", "node, edge", unhover);
    graph.on("tap", "node", (event) => {
      unhover();
      select(event.target);
    });
    // What stands above may have grown since: only the library's own measure says where a click was.
    for (const event of ["pointerenter", "pointerdown"]) canvas.addEventListener(event, () => graph.resize(), true);
    canvas.addEventListener("pointerdown", () => graph.userZoomingEnabled(true));
    canvas.addEventListener("pointerleave", () => graph.userZoomingEnabled(false));
    let width = canvas.clientWidth;
    const size = new ResizeObserver(() => {
      graph.resize();
      if (canvas.clientWidth !== width) graph.fit(undefined, 24);
      width = canvas.clientWidth;
    });
    size.observe(canvas);
    const theme = new MutationObserver(() => graph.style(styles(host)));
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });

    put(data, null);
    const drawing = {
      graph,
      select: (id) => select(graph.getElementById(id)),
      end: () => {
        size.disconnect();
        theme.disconnect();
        graph.destroy();
      },
    };
    box.drawing = drawing;
    return drawing;
  }

  async function fetched(url) {
    const reply = await fetch(url, { credentials: "include" });
    const told = await reply.json();
    if (!reply.ok) throw new Error(told.error);
    return told;
  }

  // The picture of an answer: a click opens a node's neighbours, a button asks about it.
  function answer(host, picture, { address, ask, id, passage }) {
    let drawing = null;
    let ended = false;

    async function neighbours(node, note, put) {
      note.textContent = t("Looking for its neighbours…");
      const asked = new URLSearchParams([["answer", id], ["id", node.id], ...node.labels.map((label) => ["label", label])]);
      try {
        const more = await fetched(address(`/neighbours?${asked}`));
        if (more.documents && passage) passages(node, asked, note, put);
        const count = new Set(more.edges.map((edge) => (edge.start === node.id ? edge.end : edge.start))).size;
        put({ ...more, cut: "" });
        note.textContent = count ? `${count === 1 ? t("1 neighbour shown.") : t("{count} neighbours shown.", { count })} ${more.cut}` : t("It has no neighbours.");
      } catch (error) {
        note.textContent = error.message;
      }
    }

    // Where documents name a node, a button draws their passages and lists the sentences.
    function passages(node, asked, note, put) {
      const list = make("ul", { class: "cic-said-of" });
      const show = make("button", { type: "button", onclick: () => tell() }, t("Its passages"));
      note.before(make("p", { class: "cic-actions" }, show), list);

      async function tell() {
        show.disabled = true;
        try {
          const told = await fetched(address(`/passage/sources?${asked}`));
          put({ ...(await fetched(address(`/neighbours?${asked}&passages=1`))), cut: "" });
          list.replaceChildren(...told.sources.map((source) => quoted(source)));
          list.tabIndex = 0;
          if (!told.sources.length) note.textContent = t("No passage names it.");
        } catch (error) {
          note.textContent = error.message;
          show.disabled = false;
        }
      }
    }

    function quoted(source) {
      const place = make("div", {});
      const open = async () => {
        const told = await passage(source);
        if (told.error) place.replaceChildren(told.error);
        else place.replaceChildren(told.before, make("mark", {}, told.quoted), told.after);
      };
      const words = make("button", { type: "button", onclick: open }, make("q", {}, source.words), " ", make("em", {}, source.place));
      return make("li", {}, words, place);
    }

    function choose(node, panel, { put }) {
      const note = make("p", { class: "cic-note", role: "status" });
      const question = make("button", { type: "button", onclick: () => ask(`Tell me about ${node.name}`) }, t("Ask about it"));
      panel.replaceChildren(
        make("p", {}, make("b", {}, node.name), make("span", {}, node.labels.join(", "))), facts(node.facts),
        make("p", { class: "cic-actions" }, question), note
      );
      neighbours(node, note, put);
    }

    // What a query used of the schema has no neighbours to open, nor has what somebody else shares.
    const told = picture.schema || picture.still;
    const describe = (node, panel) => panel.replaceChildren(make("p", {}, make("b", {}, node.name)), facts(node.facts));

    (async () => {
      try {
        const data = picture.from ? await fetched(address(picture.from)) : picture;
        if (ended) return;
        drawing = await draw(host, data, { name: picture.schema ? t("Picture of what the query used") : t("Picture of the graph"), choose: told ? describe : choose });
        if (ended) drawing.end();
        else if (data.nodes.length === 1 && !told) drawing.select(data.nodes[0].id);
      } catch (error) {
        host.replaceChildren(make("p", { class: "cic-note" }, error.message));
      }
    })();
    return () => {
      ended = true;
      drawing?.end();
    };
  }

  return { draw, answer, make, facts, fetched };
})();
