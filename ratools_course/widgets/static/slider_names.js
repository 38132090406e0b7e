// What ipywidgets leaves untold for a screen reader. A slider's handle has no name; its label stands beside it.
const SLIDERS = ".widget-slider, .widget-hslider, .jupyter-widget-slider";

function name(box) {
  const handles = [...box.querySelectorAll(SLIDERS)].flatMap((slider) =>
    [...slider.querySelectorAll(".noUi-handle")].map((handle) => [handle, slider.querySelector(".widget-label")]));
  for (const [handle, label] of handles) {
    if (label) handle.setAttribute("aria-label", label.textContent);
  }
  // a list in a table to complete is called by its row, too: its label alone stands in every row
  for (const row of box.querySelectorAll(".ratools-row")) {
    let part = row.closest(".widget-html");
    while ((part = part?.nextElementSibling)?.matches(".widget-dropdown")) {
      const [list, label] = [part.querySelector("select"), part.querySelector(".widget-label")];
      if (list && label) list.setAttribute("aria-label", `${row.textContent}: ${label.textContent}`);
    }
  }
  for (const verdict of box.querySelectorAll(".ratools-verdict")) verdict.setAttribute("role", "status");
  // which of several buttons is on, ipywidgets tells by colour alone
  for (const button of box.querySelectorAll(".widget-toggle-buttons .widget-toggle-button")) {
    const on = String(button.classList.contains("mod-active"));
    if (button.getAttribute("aria-pressed") !== on) button.setAttribute("aria-pressed", on);
  }
  // else JupyterLab takes an arrow in a list for its own: on to the next cell
  for (const list of box.querySelectorAll("select")) list.setAttribute("data-lm-suppress-shortcuts", "true");
}

export default {
  render({ el }) {
    el.style.display = "none";
    const watcher = new MutationObserver(() => name(el.closest(".widget-vbox") ?? el));
    const start = () => {
      const box = el.closest(".widget-vbox");
      if (!box) return requestAnimationFrame(start); // not on the page yet
      watcher.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
      name(box);
    };
    start();
    return () => watcher.disconnect();
  },
};
