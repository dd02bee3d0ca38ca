// @ts-check
/** Small line drawings, in the colour of the text around them. */

import { html } from "../vendor/preact.mjs";

/** @type {Record<string, string>} */
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  cup: "M6 20 8 5h8l2 15zM5 20h14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  blind:
    "M3 3l18 18M10 5.2A9 9 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.7M6.4 6.8A17 17 0 0 0 2 12s4 7 10 7a9 9 0 0 0 5-1.5",
  hand: "M7 12V6a1.5 1.5 0 0 1 3 0v5-7a1.5 1.5 0 0 1 3 0v7-6a1.5 1.5 0 0 1 3 0v6-3a1.5 1.5 0 0 1 3 0v6a7 7 0 0 1-7 7c-3 0-4.5-1.5-6-4l-2.5-4.5a1.5 1.5 0 0 1 2.5-1.5z",
  check: "M5 12.5l5 5 9-11",
  warn: "M12 3 2 20h20zM12 10v4M12 17h.01",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  noclock: "M3 3l18 18M7.5 4.2A9 9 0 0 1 19.8 16.5M16.7 19.7A9 9 0 0 1 4.3 7.3M12 7v2M12 12l3 2",
  pause: "M8 5v14M16 5v14",
  chat: "M4 5h16v11H9l-5 4z",
  scroll: "M6 4h11a2 2 0 0 1 2 2v1h-4M6 4a2 2 0 0 0-2 2v2h3M7 4v13a3 3 0 0 0 3 3h9a3 3 0 0 0 3-3h-8a3 3 0 0 1-3 3",
  book: "M4 5a2 2 0 0 1 2-2h13v15H6a2 2 0 0 0-2 2zM4 20a2 2 0 0 0 2 2h13v-4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3M20 14v.01M20 17v3h-3M14 20v.01",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2 .7 3.2 2.5 3.5 5.5",
  crown: "M4 18 3 7l5 4 4-6 4 6 5-4-1 11z",
  bot: "M6 9h12v9H6zM12 9V5M12 4.5h.01M9.5 13h.01M14.5 13h.01M4 12v3M20 12v3",
  trophy: "M8 4h8v5a4 4 0 0 1-8 0zM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 13v4M8 20h8M10 17h4",
  scales: "M12 4v16M8 20h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
  play: "M7 4v16l13-8z",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  dice: "M4 4h10v10H4zM14 9h6v11H9v-6M7 7h.01M11 11h.01M14.5 14.5h.01",
  offline: "M3 3l18 18M2 9a15 15 0 0 1 5-3M22 9a15 15 0 0 0-10-4M5.5 12.5A10 10 0 0 1 10 10M18.5 12.5l-1-.8M12 19h.01",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  note: "M5 4h14v11l-5 5H5zM14 20v-5h5",
  plus: "M12 5v14M5 12h14",
  save: "M12 4v11M8 11l4 4 4-4M5 20h14",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M7 14.5v5",
  key: "M8 16a4 4 0 1 1 3.5-6H21v3h-2v3h-3v-3h-4.5A4 4 0 0 1 8 16z",
  screen: "M3 5h18v11H3zM9 20h6",
  door: "M6 21V3h11v18M4 21h16M13.5 12h.01",
};

/** @param {{name: string, label?: string}} props with a label, it stands for itself; without, it decorates */
export function Icon({ name, label }) {
  return html`<svg
    class="icon"
    viewBox="0 0 24 24"
    role=${label ? "img" : undefined}
    aria-label=${label}
    aria-hidden=${label ? undefined : "true"}
    focusable="false"
  >
    <path d=${PATHS[name]} />
  </svg>`;
}
