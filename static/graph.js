// The graph of the submissions: layout (d3-force), cut-off, zoom, and what the pointer points at. Without this file, the
// tables of the clusters show the same links.
"use strict";
(() => {
  const local = (value) => window.chaffinchNumber(value);
  const said = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? local(values[name]) : values[name]));
  const SLACK = 1e-4;
  const ALPHA_MIN = 0.02;
  // Time in milliseconds of one slice of a layout that is not shown while it moves.
  const SLICE = 30;
  const ZOOM = 1.3;
  // Links that the card of a submission lists.
  const LISTED = 5;
  // Number of nodes from which the layout takes shortcuts.
  const LARGE = 600;
  // Distance in pixels from which a press is a stroke.
  const STROKE = 4;

  const start = (root) => {
    const { d3, chaffinchGraph: { readNodes, readLinks, place } } = window;
    const stage = root.querySelector(".graph-stage");
    const canvas = stage.querySelector("canvas");
    const card = stage.querySelector(".graph-card");
    const slider = root.querySelector("[data-threshold]");
    const words = root.dataset;
    const own = Number(words.own);
    const all = readNodes(root);
    // Strongest first, so that the first links of a node are its strongest.
    const known = readLinks(root, all);
    const drawing = window.chaffinchCanvas(canvas, root);
    const { view } = drawing;
    const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
    let [nodes, links] = [[], []];
    let [near, frame, timer] = [null, 0, 0];
    let fitting = true;
    let panning = false;

    const linkForce = d3.forceLink().distance((link) => 58 - 6 * link.weight);
    const charge = d3.forceManyBody();
    const collide = d3.forceCollide((node) => node.r + 3);
    const simulation = d3.forceSimulation([])
      .alphaMin(ALPHA_MIN).velocityDecay(0.45)
      .force("link", linkForce)
      .force("charge", charge)
      .force("x", d3.forceX((node) => node.homeX).strength(0.12))
      .force("y", d3.forceY((node) => node.homeY).strength(0.12))
      .stop();

    const isMoving = () => "moving" in root.dataset;
    const draw = () => {
      const labels = drawing.draw({ nodes, links, near, fast: isMoving() || panning });
      // What a test or a program that reads the page can ask: how many are drawn.
      root.dataset.labels = labels.length;
    };
    const redraw = () => {
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          draw();
        });
      }
    };
    const fit = () => {
      if (nodes.length === 0 || view.width === 0) return;
      let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (const { x, y } of nodes) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
      const [width, height] = [right - left + 40, bottom - top + 20];
      view.k = Math.min(1.7, (view.width - 50) / width, (view.height - 80) / height);
      view.x = view.width / 2 - view.k * (left + right) / 2;
      // The buttons lie below.
      view.y = view.height / 2 - 12 - view.k * (top + bottom) / 2;
    };
    const settled = () => {
      delete root.dataset.moving;
      if (fitting) fit();
      draw();
    };
    const step = () => {
      frame = 0;
      simulation.tick();
      if (simulation.alpha() < ALPHA_MIN) return settled();
      if (fitting) fit();
      draw();
      frame = requestAnimationFrame(step);
    };
    const settle = () => {
      const end = performance.now() + SLICE;
      while (simulation.alpha() >= ALPHA_MIN && performance.now() < end) simulation.tick();
      if (simulation.alpha() < ALPHA_MIN) return settled();
      timer = setTimeout(settle);
    };
    const move = (alpha) => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      frame = 0;
      root.dataset.moving = "";
      simulation.alpha(alpha);
      if (reduced.matches) settle();
      else frame = requestAnimationFrame(step);
    };

    const tell = (threshold) => {
      const drawn = nodes.filter((node) => !node.archived).length;
      root.querySelector(".graph-drawn").textContent = said(words.sayDrawn, { nodes: nodes.length, links: links.length, rest: own - drawn });
      if (!slider) return;
      const value = words.unit === "expect" ? 10 ** -threshold : 2 ** threshold;
      const text = said(words.sayThreshold, { value: window.chaffinchNumber(value, { maximumSignificantDigits: value < 10 ? 1 : 2 }) });
      slider.setAttribute("aria-valuetext", text);
      root.querySelector("output").textContent = text;
    };
    const showFrom = (threshold) => {
      const first = nodes.length === 0;
      links = known.filter((link) => link.score >= threshold - SLACK);
      for (const node of all) {
        node.degree = 0;
        node.links = [];
      }
      for (const link of links) {
        [link.source, link.target] = [link.a, link.b];
        for (const node of [link.a, link.b]) {
          node.degree += 1;
          node.links.push(link);
        }
      }
      nodes = all.filter((node) => node.degree > 0);
      for (const node of nodes) node.r = 5 + Math.min(5, 0.8 * Math.sqrt(node.degree));
      // Stronger links are thicker, in quarters of those that are known.
      known.forEach((link, at) => { link.weight = 3 - Math.floor(4 * at / known.length); });
      point(null);
      place(nodes, view.width > 0 && view.height > 0 ? view.width / view.height : 1.6);
      // In a large graph every step of the layout must stay short, and nodes are too small to cover each other.
      const large = nodes.length > LARGE;
      charge.strength(large ? -110 : -140).distanceMax(large ? 160 : 200).theta(large ? 1.4 : 1);
      simulation.alphaDecay(large ? 0.045 : 0.035).nodes(nodes).force("collide", large ? null : collide);
      linkForce.links(links);
      tell(threshold);
      move(first ? 1 : 0.6);
    };

    // What the pointer points at
    const at = (x, y) => drawing.at(nodes, links, x, y);
    const element = (name, text, isName) => {
      const made = document.createElement(name);
      made.textContent = text;
      if (!isName) return made;
      const bdi = document.createElement("bdi");
      bdi.textContent = text;
      made.replaceChildren(bdi);
      return made;
    };
    const figures = (link) => {
      const list = document.createElement("dl");
      const rows = [[words.sayFigure, link.shown], [words.sayLeft, `${link.left} %`], [words.sayRight, `${link.right} %`], [words.sayLongest, link.longest]];
      for (const [label, value] of rows) if (!value.startsWith("–")) list.append(element("dt", label), element("dd", value));
      return list;
    };
    const describe = ({ node, link }) => {
      if (link) return [element("strong", link.a.name, true), element("strong", link.b.name, true), figures(link)];
      const other = (link) => (link.a === node ? link.b : link.a).name;
      const parts = [element("strong", node.name, true)];
      if (node.group) parts.push(element("span", node.group, true));
      // With one link, its figures tell more than a list.
      if (node.links.length === 1) return [...parts, element("div", other(node.links[0]), true), figures(node.links[0])];
      const list = document.createElement("ul");
      for (const link of node.links.slice(0, LISTED)) {
        const item = document.createElement("li");
        item.append(element("span", other(link), true), element("b", link.shown));
        list.append(item);
      }
      if (node.links.length > LISTED) list.append(element("li", said(words.sayMore, { count: node.links.length - LISTED })));
      return [...parts, element("span", words.sayFigure), list];
    };
    const same = (one, other) => (one?.node ?? one?.link) === (other?.node ?? other?.link);
    let pointed = null;
    function point(found, x, y) {
      if (!same(found, pointed)) {
        pointed = found;
        near = null;
        if (found) {
          const [its, ends] = found.node ? [found.node.links, [found.node]] : [[found.link], []];
          near = { links: its, nodes: new Set([...ends, ...its.flatMap((link) => [link.a, link.b])]) };
          card.replaceChildren(...describe(found));
        }
        const opens = found && (found.node || found.link.opens);
        canvas.style.cursor = opens ? "pointer" : "";
        card.hidden = !found;
        if (!isMoving()) redraw();
      }
      if (!found) return;
      const left = x + 14 + card.offsetWidth > view.width ? x - 14 - card.offsetWidth : x + 14;
      card.style.left = `${Math.max(0, Math.min(view.width - card.offsetWidth, left))}px`;
      card.style.top = `${Math.max(0, Math.min(view.height - card.offsetHeight, y + 10))}px`;
    }
    const open = ({ node, link }, elsewhere) => {
      if (link && !link.opens) return;
      const address = node ? words.submission.replace("{id}", node.id)
        : words.pair.replace("{id}", `${link.a.id}-${link.b.id}`);
      if (elsewhere) window.open(address, "_blank", "noopener");
      else window.location.assign(address);
    };

    // Zoom and pan
    const zoom = (factor, x = view.width / 2, y = view.height / 2) => {
      const k = Math.min(8, Math.max(0.02, view.k * factor));
      view.x = x - (x - view.x) * k / view.k;
      view.y = y - (y - view.y) * k / view.k;
      view.k = k;
      fitting = false;
      if (!isMoving()) redraw();
    };
    const pointers = new Map();
    let [pressed, used] = [null, false];
    const position = (event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const spread = () => {
      const [one, other] = [...pointers.values()];
      return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, width: Math.hypot(one.x - other.x, one.y - other.y) || 1 };
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      used = true;
      const place = position(event);
      pointers.set(event.pointerId, place);
      pressed = pointers.size === 1 ? { ...place, found: at(place.x, place.y) } : null;
      try {
        canvas.setPointerCapture(event.pointerId);
      } catch {
        // The pointer has gone already.
      }
    });
    canvas.addEventListener("pointermove", (event) => {
      const place = position(event);
      const before = pointers.get(event.pointerId);
      if (!before) return point(at(place.x, place.y), place.x, place.y);
      if (pointers.size === 2) {
        const old = spread();
        pointers.set(event.pointerId, place);
        const now = spread();
        view.x += now.x - old.x;
        view.y += now.y - old.y;
        return zoom(now.width / old.width, now.x, now.y);
      }
      if (!panning && pressed && Math.hypot(place.x - pressed.x, place.y - pressed.y) < STROKE) return;
      panning = true;
      fitting = false;
      pointers.set(event.pointerId, place);
      view.x += place.x - before.x;
      view.y += place.y - before.y;
      point(null);
      if (!isMoving()) redraw();
    });
    const release = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      const wasPress = !panning && pressed && event.type === "pointerup";
      if (pointers.size > 0) return;
      panning = false;
      if (!isMoving()) redraw();
      if (!wasPress) return;
      const { found, x, y } = pressed;
      // A finger does not hover: its first tap shows the figures, and the second one opens.
      if (found && (event.pointerType !== "touch" || same(found, pointed))) open(found, event.ctrlKey || event.metaKey);
      else point(found, x, y);
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", (event) => {
      used = false;
      if (event.pointerType !== "touch") point(null);
    });
    // The wheel scrolls the page until the reader has pressed on the graph.
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !used) return;
      event.preventDefault();
      const { x, y } = position(event);
      zoom(2 ** (-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), x, y);
    }, { passive: false });
    const act = { in: () => zoom(ZOOM), out: () => zoom(1 / ZOOM), fit: () => {
      fitting = true;
      fit();
      if (!isMoving()) redraw();
    } };
    for (const button of stage.querySelectorAll("[data-zoom]")) button.addEventListener("click", act[button.dataset.zoom]);

    // The cut-off: of the page, or of the own slider, each of whose steps adds or removes one link.
    let wanted = 0;
    const later = (threshold) => {
      cancelAnimationFrame(wanted);
      wanted = requestAnimationFrame(() => showFrom(threshold));
    };
    const weakest = known.map((link) => link.score).reverse();
    if (slider) {
      slider.max = weakest.length - 1;
      const first = weakest.findIndex((score) => score >= Number(words.cutoff) - SLACK);
      slider.value = first < 0 ? slider.max : first;
      slider.addEventListener("input", () => later(weakest[Number(slider.value)]));
    } else {
      document.addEventListener("cutoff", (event) => later(event.detail.score));
    }

    const themed = () => {
      drawing.readColours();
      if (!isMoving()) redraw();
    };
    new MutationObserver(themed).observe(document.documentElement, { attributes: true });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
    new ResizeObserver(() => {
      drawing.resize();
      if (fitting) fit();
      if (!isMoving()) draw();
    }).observe(stage);
    drawing.readColours();
    drawing.resize();
    showFrom(Number(words.cutoff));
  };
  for (const root of document.querySelectorAll("[data-graph]")) start(root);
})();
