// The scrubber of a report. All markup in the steps was escaped when the report was written.
(() => {
  "use strict";
  const data = document.getElementById("steps");
  const scrubber = document.querySelector(".scrubber");
  if (!data || !scrubber) return;
  const { parts, steps } = JSON.parse(data.textContent);
  const cells = [...document.querySelectorAll("[data-cell]")];
  const list = document.getElementById("chronicle");
  const told = [...list.children];
  const slider = scrubber.querySelector("input");
  const marks = document.querySelectorAll(".now");
  let at = -1;

  const cellsAt = (step) => {
    const shown = [];
    for (const changed of steps.slice(0, step + 1)) {
      for (let n = 0; n < changed.length; n += 2) shown[changed[n]] = parts[changed[n + 1]];
    }
    return shown;
  };

  const go = (wanted) => {
    const step = Math.min(Math.max(wanted, 0), steps.length - 1);
    if (step === at) return;
    told[at]?.removeAttribute("aria-current");
    at = step;
    cellsAt(step).forEach((html, n) => {
      if (cells[n].innerHTML !== html) cells[n].innerHTML = html;
    });
    const item = told[step];
    item.setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where its reader is.
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 3;
    }
    const sentences = [...item.querySelectorAll("span")].map((sentence) => sentence.cloneNode(true));
    document.getElementById("said").replaceChildren(...sentences);
    document.getElementById("where").textContent = `Step ${item.id.slice(1)} (${step + 1} of ${steps.length})`;
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", `${step + 1} of ${steps.length}`);
    for (const now of marks) {
      const { left, right } = now.dataset;
      now.setAttribute("transform", `translate(${+left + ((right - left) * (step + 1)) / steps.length} 0)`);
    }
    for (const button of scrubber.querySelectorAll("button")) {
      const ends = step === (["first", "back"].includes(button.dataset.to) ? 0 : steps.length - 1);
      button.setAttribute("aria-disabled", String(ends));
    }
  };

  const moves = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => steps.length - 1 };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const linked = () => told.findIndex((item) => `#${item.id}` === location.hash);

  slider.addEventListener("input", () => go(+slider.value));
  scrubber.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) go(moves[button.dataset.to]());
  });
  document.addEventListener("keydown", (event) => {
    const move = keys[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target === slider) return;
    event.preventDefault();
    go(moves[move]());
  });
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (!item) return;
    event.preventDefault();
    history.replaceState(null, "", `#${item.id}`);
    go(told.indexOf(item));
  });
  addEventListener("hashchange", () => linked() >= 0 && go(linked()));
  document.documentElement.classList.add("live");
  scrubber.hidden = false;
  go(linked());
})();
