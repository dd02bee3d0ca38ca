// @ts-check
/** Dice that roll in three dimensions and show what the server decided. Bundled into vendor/dice3d.mjs. */

import { serveIfWorker } from "./apart.mjs";
import { isKnown } from "./geometry.mjs";
import { Roller } from "./roller.mjs";

export { SOLIDS, valueUp } from "./geometry.mjs";
export { PATTERNS } from "./looks.mjs";
export { DiceLost } from "./roller.mjs";
export { poseIn, pressed, shown, thrownAtOnce } from "./throwing.mjs";
export { after, turned } from "./vectors.mjs";

/** @type {typeof import("../../vendor/dice3d.mjs").hasDie} */
export const hasDie = (sides) => isKnown(sides);

/** @type {typeof import("../../vendor/dice3d.mjs").canRoll} */
export function canRoll({ software = false } = {}) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  const {
    connection,
    deviceMemory = 4,
    hardwareConcurrency = 4,
  } = /** @type {Navigator & {connection?: {saveData?: boolean}, deviceMemory?: number}} */ (navigator);
  if (connection?.saveData || deviceMemory < 2 || hardwareConcurrency < 2) return false;
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: !software });
  const renderer = context && nameOf(context);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return renderer !== null && (software || !SOFTWARE.test(renderer));
}

/** What draws where no graphics processor does. Not every browser sees that as a caveat. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** @param {WebGL2RenderingContext} context */
function nameOf(context) {
  const known = context.getExtension("WEBGL_debug_renderer_info");
  return String(context.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : context.RENDERER));
}

/** @type {typeof import("../../vendor/dice3d.mjs").createRoller} */
export const createRoller = (canvas, { theme = {} } = {}) => new Roller(canvas, theme, import.meta.url);

serveIfWorker();
