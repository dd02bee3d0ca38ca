// @ts-check
// The world: its actors, its acting GM, and its chat.

import { MODULE, globals } from "./globals.mjs";
import { isPerson } from "./sheets.mjs";
import { t } from "./texts.mjs";

/** The character or NPC of a selected token, or else the user's own character, or null. @returns {any} */
export function actorOfUser() {
  const selected = globals.canvas?.tokens?.controlled ?? [];
  const actors = [...selected.map((/** @type {any} */ token) => token.actor), globals.game.user.character];
  return actors.find(isPerson) ?? null;
}

/** The actor of a UUID as it is now, or null: an update may replace a token's. @param {string} uuid @returns {any} */
export function actorAt(uuid) {
  try {
    return globals.fromUuidSync(uuid) ?? null;
  } catch {
    return null;
  }
}

/** The actors with data of the module: the world's, and the own ones of tokens in all scenes. @returns {any[]} */
export function flaggedActors() {
  const { actors, scenes } = globals.game;
  const tokens = scenes.contents.flatMap((/** @type {any} */ scene) => scene.tokens.contents);
  // Asking a token for its own actor makes one, so look into its data first.
  const own = tokens.filter(
    (/** @type {any} */ { actorLink, _source }) => !actorLink && _source.delta?.flags?.[MODULE],
  );
  const all = [...actors.contents, ...own.map((/** @type {any} */ token) => token.actor)];
  return all.filter((actor) => actor?.flags?.[MODULE]);
}

/** Whether this client is the one that acts for all: that of the GM who is here, or of the first of several. */
export function isActingGm() {
  const { users, user } = globals.game;
  return users.activeGM ? users.activeGM.id === user.id : false;
}

/**
 * Write a message, only to `users`, or to all. Each has an explicit list of readers; an empty list is public. Of a GM's
 * messages with the same `id`, 16 letters and digits, only the first is written.
 * @param {string} html @param {{ users?: string[], flags?: Record<string, unknown>, id?: string }} [options]
 */
export async function write(html, { users = [], flags = {}, id } = {}) {
  const message = { content: html, whisper: users, speaker: { alias: t("speaker") }, flags };
  const { messages } = globals.game;
  if (id && !messages.has(id)) {
    try {
      await globals.ChatMessage.create({ ...message, _id: id }, { keepId: true });
      return;
    } catch (error) {
      if (!/already exists/.test(String(error)) && !messages.has(id)) throw error;
    }
  }
  // A player who knows the id beforehand must not keep a GM's message away.
  if (!id || messages.get(id)?.author?.isGM === false) await globals.ChatMessage.create(message);
}
