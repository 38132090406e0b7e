// ipywidgets gives a slider's handle no name; its label stands beside it, so the handle is called what the label says.
const SLIDERS = ".widget-slider, .widget-hslider, .jupyter-widget-slider";

function name(box) {
  const handles = [...box.querySelectorAll(SLIDERS)].flatMap((slider) =>
    [...slider.querySelectorAll(".noUi-handle")].map((handle) => [handle, slider.querySelector(".widget-label")]));
  for (const [handle, label] of handles) {
    if (label) handle.setAttribute("aria-label", label.textContent);
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
      watcher.observe(box, { childList: true, subtree: true });
      name(box);
    };
    start();
    return () => watcher.disconnect();
  },
};
