// The graph of the submissions: what of it is drawn at the cut-off, and what the reader points at or has chosen. Without
// this file, the tables of the clusters show the same links.
"use strict";
(() => {
  const SLACK = 1e-4;
  // Number of nodes from which names wait until the picture rests.
  const MANY = 150;
  const REST = 120;

  const start = (root) => {
    const stage = root.querySelector(".graph-stage");
    const canvas = stage.querySelector("canvas");
    const slider = root.querySelector("[data-threshold]");
    const search = root.querySelector("[type=search]");
    const words = root.dataset;
    // Links are sorted, strongest first, so that the first links of a node are its strongest.
    const all = window.chaffinchGraph.read(root);
    const card = window.chaffinchCard(root.querySelector(".graph-card"), root);
    const drawing = window.chaffinchCanvas(canvas, root);
    const { view } = drawing;
    const tables = window.chaffinchTables();
    // What is drawn; whether the picture moves, differs from the last one, fits the view, or waits for its layout.
    const state = { nodes: [], links: [], outlines: [], moving: false, changed: true, fitting: true, arranging: false };
    let [pointed, chosen, matches] = [null, null, null];
    let [frame, timer, threshold] = [0, 0, 0];

    // Pictures
    const same = (one, other) => one === other || (one && other && (one.node ?? one.link ?? one.outline) === (other.node ?? other.link ?? other.outline));
    // Returns what is highlighted; `ends` are the nodes that the reader means.
    const near = () => {
      const found = pointed ?? chosen;
      if (!found) return matches && { links: [], nodes: new Set(matches), ends: new Set() };
      const { node, link, outline } = found;
      if (outline) {
        const nodes = new Set(outline.members);
        return { links: state.links.filter(({ a, b }) => nodes.has(a) && nodes.has(b)), nodes, ends: new Set() };
      }
      const links = node ? node.links : [link];
      const ends = new Set(node ? [node] : [link.a, link.b]);
      return { links, nodes: new Set([...ends, ...links.flatMap(({ a, b }) => [a, b])]), ends };
    };
    const draw = () => {
      frame = 0;
      if (state.arranging || view.width === 0 || view.height === 0) return;
      // The page does not know the clusters of a lower cut-off.
      if (threshold < Number(words.cutoff) - SLACK) state.outlines = [];
      const named = drawing.draw({ ...state, near: near() });
      state.changed = false;
      if (state.moving) return;
      // What a test or a program that reads the page can ask: how many have a name.
      words.labels = named;
      const unnamed = root.querySelector(".graph-unnamed");
      unnamed.textContent = named < state.nodes.length ? card.say(words.sayUnnamed, { named, nodes: state.nodes.length }) : "";
    };
    const redraw = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const rest = () => {
      clearTimeout(timer);
      Object.assign(state, { moving: false, changed: true });
      redraw();
    };
    // Shows a new picture, whose names wait for its end if there are many.
    const change = (wait) => {
      Object.assign(state, { moving: wait || state.nodes.length > MANY, changed: true });
      clearTimeout(timer);
      if (state.moving && !wait) timer = setTimeout(rest, REST);
      redraw();
    };
    const { arrange, fitted } = window.chaffinchMotion(state, view, () => draw());
    const undo = root.querySelector("[data-act=arrange]");
    state.settled = () => {
      delete words.moving;
      undo.hidden = !state.nodes.some((node) => node.dropped);
    };

    // Returns the nodes that the reader searches, or null.
    const matching = () => {
      const wanted = search.value.trim().toLowerCase();
      return wanted === "" ? null : state.nodes.filter((node) => node.name.toLowerCase().includes(wanted));
    };

    // The cut-off
    const tell = () => {
      const own = state.nodes.filter((node) => !node.archived).length;
      root.querySelector(".graph-drawn").textContent = card.say(words.sayDrawn, { nodes: state.nodes.length, links: state.links.length, rest: Number(words.own) - own });
      if (!slider) return;
      const value = words.unit === "expect" ? 10 ** -threshold : 2 ** threshold;
      const text = card.say(words.sayThreshold, { value: window.chaffinchNumber(value, { maximumSignificantDigits: value < 10 ? 1 : 2 }) });
      slider.setAttribute("aria-valuetext", text);
      root.querySelector("output").textContent = text;
      tables.showFrom(threshold - SLACK);
    };
    const showFrom = (score) => {
      threshold = score;
      const links = all.links.filter((link) => link.score >= threshold - SLACK);
      for (const node of all.nodes) node.links = [];
      for (const link of links) for (const node of [link.a, link.b]) node.links.push(link);
      const nodes = all.nodes.filter((node) => node.links.length > 0);
      for (const node of nodes) node.r = 5 + Math.min(5, 0.8 * Math.sqrt(node.links.length));
      drawing.measure(nodes);
      Object.assign(state, { nodes, links, outlines: [], fitting: true });
      words.moving = "";
      [pointed, chosen, matches] = [null, null, matching()];
      show();
      tell();
      arrange();
    };

    // What the reader points at, and has chosen
    function show() {
      const found = pointed ?? chosen;
      card.show(found);
      tables.mark(found?.link && tables.rowAt(card.addressOf(found)));
      canvas.style.cursor = pointed ? "pointer" : "";
      redraw();
    }
    const point = (found) => {
      if (same(found, pointed)) return;
      pointed = found;
      show();
    };
    const choose = (found) => {
      chosen = found;
      if (!found) [search.value, matches] = ["", null];
      show();
    };
    const open = (elsewhere) => {
      const address = chosen && card.addressOf(chosen);
      if (!address) return;
      if (elsewhere) window.open(address, "_blank", "noopener");
      else window.location.assign(address);
    };
    const reveal = (ends) => {
      const isSeen = (node) => drawing.x(node) > 0 && drawing.x(node) < view.width && drawing.y(node) > 0 && drawing.y(node) < view.height;
      if (ends.every(isSeen)) return;
      view.x += view.width / 2 - drawing.x(ends[0]);
      view.y += view.height / 2 - drawing.y(ends[0]);
      state.fitting = false;
      change();
    };
    for (const link of all.links) {
      const row = tables.rowAt(card.addressOf({ link }));
      row?.addEventListener("pointerenter", () => point(link.a.links.includes(link) ? { link } : null));
      row?.addEventListener("pointerleave", () => point(null));
    }
    const act = {
      at: (x, y) => (state.arranging ? null : drawing.at(state, x, y)),
      point,
      open,
      rest,
      // The second press opens.
      press: (found, elsewhere) => {
        const again = found && same(found, chosen);
        choose(found);
        if (again || (found && elsewhere)) open(elsewhere);
      },
      drag: (node, x, y) => {
        [node.x, node.y] = [(x - view.x) / view.k, (y - view.y) / view.k];
        node.dropped = true;
        undo.hidden = false;
        state.fitting = false;
        change(true);
      },
      arrange: () => {
        for (const node of all.nodes) delete node.dropped;
        state.fitting = true;
        words.moving = "";
        arrange();
      },
      pan: (dx, dy) => {
        view.x += dx;
        view.y += dy;
        state.fitting = false;
        change(true);
      },
      zoom: (factor, x = view.width / 2, y = view.height / 2) => {
        const k = Math.min(8, Math.max(0.02, view.k * factor));
        view.x = x - (x - view.x) * k / view.k;
        view.y = y - (y - view.y) * k / view.k;
        view.k = k;
        state.fitting = false;
        change();
      },
      fit: () => {
        state.fitting = true;
        Object.assign(view, fitted());
        change();
      },
      // Steps to the next or previous pair in order of strength, or submission in order of the class.
      step: (kind, by) => {
        const list = state[kind];
        if (list.length === 0) return;
        const now = chosen ? list.indexOf(chosen.link ?? chosen.node) : -1;
        const next = list[now < 0 ? (by > 0 ? 0 : list.length - 1) : (now + by + list.length) % list.length];
        pointed = null;
        choose(kind === "links" ? { link: next } : { node: next });
        reveal(kind === "links" ? [next.a, next.b] : [next]);
      },
    };
    window.chaffinchInput(canvas, act);
    search.addEventListener("input", () => {
      matches = matching();
      chosen = matches?.length === 1 ? { node: matches[0] } : null;
      show();
    });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !matches?.length) return;
      chosen = { node: matches[(matches.indexOf(chosen?.node) + 1) % matches.length] };
      show();
      reveal([chosen.node]);
    });

    // The cut-off of the page, or the own slider, each of whose steps adds or removes one link.
    let wanted = 0;
    const later = (threshold) => {
      cancelAnimationFrame(wanted);
      wanted = requestAnimationFrame(() => showFrom(threshold));
    };
    const weakest = all.links.map((link) => link.score).reverse();
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
      rest();
    };
    new MutationObserver(themed).observe(document.documentElement, { attributes: true });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
    new ResizeObserver(() => {
      drawing.resize();
      if (state.fitting) Object.assign(view, fitted());
      Object.assign(state, { moving: false, changed: true });
      draw();
    }).observe(stage);
    drawing.readColours();
    drawing.resize();
    showFrom(Number(words.cutoff));
  };
  for (const root of document.querySelectorAll("[data-graph]")) start(root);
})();
