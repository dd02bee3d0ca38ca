// @ts-check
// Whether this browser can use a tavern, and if not, why: in the order in which the causes hide each other.

/**
 * What was found: "ok", or what is wrong. Each is a key below `connection` in lang/en.json, where `data` is filled in.
 * @typedef {"ok" | "noAddress" | "badAddress" | "mixedContent" | "refused" | "notAsked" | "notSecure" | "cors" |
 *   "unreachable" | "notTavern" | "moduleOld" | "tavernOld" | "noFrame" | "hostKeyWrong"} Code
 * @typedef {{ code: Code, data: Record<string, string> }} Finding
 */
/**
 * What a test needs of the browser. `framed` shows the tavern's page at an address in a frame, and says whether it
 * answered. `hostKey` is the one with which this browser opens tables, if it has one.
 * @typedef {{ page: URL, isSecure: boolean, version: string, hostKey: string | null, fetch: typeof fetch,
 *   permission(name: string): Promise<string | null>, framed(address: string): Promise<boolean> }} Browser
 */

const MANIFEST = "foundry/module.json";
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const PRIVATE = /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|\.local$|^\[f[cd]/;
/** Browsers name the permission differently, and tell the two kinds of networks apart since 2026. */
const PERMISSIONS = ["local-network-access", "local-network", "loopback-network"];

/** An address with a slash at the end, or null if it is none of a tavern. That of the manifest will do.
 *  @param {string} text */
export function addressOf(text) {
  try {
    const url = new URL(text.trim());
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
    url.search = url.hash = "";
    if (url.pathname.endsWith(`/${MANIFEST}`)) url.pathname = url.pathname.slice(0, -MANIFEST.length);
    if (!url.pathname.endsWith("/")) url.pathname += "/";
    return url.href;
  } catch {
    return null;
  }
}

/** Whether a page's browser refuses to call an address before it tries. @param {URL} page @param {URL} address */
const isMixed = (page, address) =>
  page.protocol === "https:" && address.protocol === "http:" && !LOOPBACK.test(address.hostname);

const PATIENCE_MS = 10_000;

/** What browsers are asked to fetch: nothing that waits for ever. @returns {RequestInit} */
const patiently = () => ({ cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE_MS) });

/** Ask the tavern at an address for the module's manifest: null if something else answers. Throws if nothing does.
 *  @param {string} address @param {typeof fetch} get @returns {Promise<{ version: string } | null>} */
export async function manifestAt(address, get) {
  const answer = await get(`${address}${MANIFEST}`, patiently());
  const found = answer.ok ? await answer.json().catch(() => null) : null;
  return found?.id === "tavern-table" && typeof found.version === "string" ? found : null;
}

/** Compare versions such as 1.0.0rc1: negative, if the first one is older. Only the first two numbers count.
 *  @param {string} one @param {string} other */
export function olderBy(one, other) {
  const [a, b] = [one, other].map((version) => version.split(".", 2).map((part) => parseInt(part, 10) || 0));
  return a[0] - b[0] || a[1] - b[1];
}

/**
 * Test the connection from this browser to a tavern.
 * @param {string} text the address, as a person gave it @param {Browser} browser @returns {Promise<Finding>}
 */
export async function testConnection(text, browser) {
  const finding = (/** @type {Code} */ code, /** @type {Record<string, string>} */ data = {}) => ({
    code,
    data: { address: text, origin: browser.page.origin, ...data },
  });
  if (!text.trim()) return finding("noAddress");
  const address = addressOf(text);
  if (!address) return finding("badAddress");
  const url = new URL(address);
  if (isMixed(browser.page, url)) return finding("mixedContent");
  /** @type {{ version: string } | null} */
  let found;
  try {
    found = await manifestAt(address, browser.fetch);
  } catch {
    return finding(await whyNot(url, browser));
  }
  if (!found) return finding("notTavern");
  const older = olderBy(browser.version, found.version);
  if (older) return finding(older < 0 ? "moduleOld" : "tavernOld", { module: browser.version, tavern: found.version });
  if (!(await browser.framed(address))) return finding("noFrame");
  return finding((await takesHostKey(address, browser)) ? "ok" : "hostKeyWrong");
}

/** Whether a tavern lets the holder of this browser's host key open tables. The request has no body and opens none, and
 *  the server looks at its key first. @param {string} address @param {Browser} browser */
async function takesHostKey(address, { hostKey, fetch: get }) {
  if (hostKey === null) return true;
  const headers = { Authorization: `Bearer ${hostKey}` };
  return get(`${address}api/tables`, { ...patiently(), method: "POST", headers }).then(
    ({ status }) => status !== 401,
    () => true,
  );
}

/** Why a request failed without an answer. @param {URL} url @param {Browser} browser @returns {Promise<Code>} */
async function whyNot(url, browser) {
  const isNear = LOOPBACK.test(url.hostname) || PRIVATE.test(url.hostname);
  const isFar = !LOOPBACK.test(browser.page.hostname) && !PRIVATE.test(browser.page.hostname);
  if (isNear && isFar && !browser.isSecure) return "notSecure";
  for (const name of isNear ? PERMISSIONS : []) {
    const state = await browser.permission(name);
    if (state === "denied") return "refused";
    if (state === "prompt" && isFar) return "notAsked";
  }
  try {
    await browser.fetch(`${url}${MANIFEST}`, { mode: "no-cors", ...patiently() });
    return "cors";
  } catch {
    return "unreachable";
  }
}

/** What the browser says of a permission, or null if it knows none of that name. @param {string} name */
export const permissionOf = (name) =>
  Promise.resolve()
    .then(() => navigator.permissions.query({ name: /** @type {PermissionName} */ (name) }))
    .then(
      ({ state }) => state,
      () => null,
    );
