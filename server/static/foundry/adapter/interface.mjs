// @ts-check
// Foundry's interface: its looks, and its tools beside the scene.

import { generation, globals } from "./globals.mjs";

/**
 * "light" or "dark": how Foundry's windows look. The interface around them may have another scheme. Version 12 has one
 * look, which is light.
 * @param {Element} inside something in a window
 */
export function colorScheme(inside) {
  if (generation() < 13) return "light";
  const chosen = globals.game.settings.get("core", "uiConfig")?.colorScheme?.applications;
  const isDark = globals.matchMedia("(prefers-color-scheme: dark)").matches;
  const themed = inside.closest(".application.theme-dark, .application.theme-light");
  if (themed) return themed.classList.contains("theme-dark") ? "dark" : "light";
  return chosen || (isDark ? "dark" : "light");
}

/** Call when Foundry's look changes. Returns a function that ends it. @param {() => void} changed */
export function onColorScheme(changed) {
  // The published types of version 13 lack this hook.
  const hooks = /** @type {any} */ (globals.Hooks);
  const hook = hooks.on("clientSettingChanged", (/** @type {string} */ key) => {
    if (key === "core.uiConfig") changed();
  });
  return () => hooks.off("clientSettingChanged", hook);
}

/**
 * Put buttons beside the tools for tokens. Version 12 has arrays; version 13 has records, and version 14 may have none
 * yet.
 * @param {any} controls what the hook `getSceneControlButtons` was given
 * @param {{ name: string, title: string, icon: string, run: () => void }[]} buttons
 */
export function addTools(controls, buttons) {
  const made = buttons.map(({ name, title, icon, run }, at) => ({
    name,
    title,
    icon,
    button: true,
    visible: true,
    order: 90 + at,
    ...(generation() < 13 ? { onClick: run } : { onChange: run }),
  }));
  if (Array.isArray(controls)) {
    const tokens = controls.find(({ name }) => name === "token");
    tokens?.tools.push(...made);
  } else if (controls.tokens) {
    controls.tokens.tools ??= {};
    for (const tool of made) controls.tokens.tools[tool.name] = tool;
  }
}
