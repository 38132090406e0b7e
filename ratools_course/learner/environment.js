// The result of check_environment(): that it is drawn at all is the proof that widgets are alive.

// Plain text with **bold**, *emphasis* and `code`, as in cards.py.
function pieces(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((piece) => {
    const [tag, cut] = piece.startsWith("**") ? ["strong", 2] : piece.startsWith("*") ? ["em", 1] : ["code", 1];
    if (!/^[*`]/.test(piece)) return piece;
    const node = document.createElement(tag);
    node.textContent = piece.slice(cut, -cut);
    return node;
  });
}

export default {
  render({ model, el }) {
    const found = model.get("found");
    const root = document.createElement("section");
    root.className = `ratools rte ${found.length ? "rte-trouble" : "rte-well"}`;
    root.setAttribute("aria-label", "Environment");
    for (const sentence of found.length ? found : [`✓ ${model.get("well")}`]) {
      const line = document.createElement("p");
      line.append(...pieces(sentence));
      root.append(line);
    }
    el.append(root);
  },
};
