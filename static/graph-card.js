// The card beside the graph: names and figures of a pair, of a submission, or of an outlined group, and a link to its page.
"use strict";
window.chaffinchCard = (card, root) => {
  const words = root.dataset;
  // Links and members that a card lists.
  const LISTED = 5;
  const local = (value, form) => window.chaffinchNumber(value, form);
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? local(values[name]) : values[name]));
  // Returns a figure such as "< 0.001" with the number as the reader writes it.
  const figure = (text) => text.replace(/\d+(\.\d+)?/, (number) => local(Number(number), { minimumFractionDigits: (number.split(".")[1] ?? "").length, maximumFractionDigits: 9 }));
  const element = (tag, ...children) => {
    const made = document.createElement(tag);
    made.append(...children);
    return made;
  };
  const name = (text) => {
    const made = element("bdi", text);
    made.title = text;
    return made;
  };
  const addressOf = ({ node, link, outline }) => {
    if (outline) return outline.address;
    if (node) return words.submission.replace("{id}", node.id);
    return link.opens ? words.pair.replace("{id}", `${link.a.id}-${link.b.id}`) : null;
  };
  const way = (found, text) => {
    const address = addressOf(found);
    if (!address) return [];
    const made = element("a", text);
    made.href = address;
    return [made];
  };
  const figures = (link) => {
    const list = document.createElement("dl");
    const rows = [[words.sayLeft, `${link.left} %`], [words.sayRight, `${link.right} %`], [words.sayLongest, link.longest]];
    // The number of pairs expected by chance does not tell strong pairs apart, and the evidence does.
    rows.unshift([words.sayEvidence, say(words.sayBits, { bits: local(link.bits, { maximumFractionDigits: 1 }) })]);
    if (words.unit === "expect") rows.unshift([words.sayFigure, figure(link.shown)]);
    for (const [label, value] of rows) if (!value.startsWith("–")) list.append(element("dt", label), element("dd", value));
    return [link.level.cloneNode(true), list];
  };
  const listed = (items, itemOf) => {
    const list = element("ul", ...items.slice(0, LISTED).map(itemOf));
    if (items.length > LISTED) list.append(element("li", say(words.sayMore, { count: items.length - LISTED })));
    return list;
  };
  const ofPair = (link) => [element("strong", name(link.a.name)), element("strong", name(link.b.name)), ...figures(link), ...way({ link }, words.sayPair)];
  const ofSubmission = (node) => {
    const other = (link) => (link.a === node ? link.b : link.a).name;
    const links = listed(node.links, (link) => element("li", name(other(link)), element("b", figure(link.shown))));
    const group = node.group ? [element("span", name(node.group))] : [];
    return [element("strong", name(node.name)), ...group, element("span", words.sayFigure), links, ...way({ node }, words.saySubmission)];
  };
  const ofGroup = (outline) => [
    element("strong", outline.name),
    element("span", say(words.sayMembers, { count: outline.members.length })),
    listed(outline.members, (node) => element("li", name(node.name))),
    ...way({ outline }, words.sayGroup),
  ];
  // Shows what was found, or nothing.
  const show = (found) => {
    card.hidden = !found;
    if (found) card.replaceChildren(...(found.link ? ofPair(found.link) : found.node ? ofSubmission(found.node) : ofGroup(found.outline)));
  };
  return { show, addressOf, say };
};
// The tables of the page that list the same links as the graph.
window.chaffinchTables = () => {
  const rows = Array.from(document.querySelectorAll("table.links tbody tr"), (row) => ({ row, score: Number(row.querySelector("[data-value]").dataset.value) }));
  const rowOf = new Map(Array.from(document.querySelectorAll("td.name > a[href]"), (link) => [link.pathname, link.closest("tr")]));
  let marked = null;
  // Hides what is weaker than the links that are drawn.
  const showFrom = (threshold) => {
    for (const { row, score } of rows) row.hidden = score < threshold;
    for (const section of document.querySelectorAll(".cluster:has(table.links)")) section.hidden = !section.querySelector("tbody tr:not([hidden])");
  };
  const mark = (row) => {
    marked?.classList.remove("in-graph");
    marked = row;
    marked?.classList.add("in-graph");
  };
  // The list of the overview may have a query in its addresses.
  const rowAt = (address) => rowOf.get(new URL(address, window.location.href).pathname);
  return { rowAt, showFrom, mark };
};
