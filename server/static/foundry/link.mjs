// @ts-check
// This browser's connection to the tavern of the world, and the handles of tables that go over it.

import { globals } from "./adapter/globals.mjs";
import { framed } from "./bridge.mjs";
import { invited } from "./chat.mjs";
import { addressOf, manifestAt, olderBy, permissionOf, testConnection } from "./connection.mjs";
import { UserError } from "./doing.mjs";
import * as settings from "./settings.mjs";

/** @import { Tavern } from "../client/tavern.mjs" */
/** @import { Table } from "../client/tavern/table.mjs" */
/** @import { Finding } from "./connection.mjs" */

/** The connection. */
export class Link {
  #version;
  /** The client, once it is here. @type {Tavern | null} */
  tavern = null;

  /** @param {string} version the module's */
  constructor(version) {
    this.#version = version;
  }

  /** The tavern's address, with a slash at the end. */
  get base() {
    const address = settings.address();
    const base = addressOf(address);
    if (!base) throw new UserError(address.trim() ? "connection.badAddress" : "connection.noAddress", { address });
    return base;
  }

  /** The client of the tavern, which comes from there. Throws what a person is told. @returns {Promise<Tavern>} */
  async connect() {
    const { base } = this;
    if (this.tavern?.url === base) return this.tavern;
    this.tavern = null;
    try {
      const found = await manifestAt(base, fetch);
      if (!found || olderBy(this.#version, found.version)) throw new Error("another version");
      const client = await import(`${base}client/tavern.mjs`);
      this.tavern = new client.Tavern(base, { hostKey: settings.hostKey.get(), storage: null });
    } catch {
      const { code, data } = await this.test();
      throw new UserError(`connection.${code === "ok" ? "unreachable" : code}`, data);
    }
    return /** @type {Tavern} */ (this.tavern);
  }

  /** Test the connection, from this browser. @returns {Promise<Finding>} */
  test() {
    return testConnection(settings.address(), {
      page: new URL(globals.location.href),
      isSecure: globals.isSecureContext,
      version: this.#version,
      hostKey: settings.hostKey.get(),
      fetch: (...given) => fetch(...given),
      permission: permissionOf,
      framed,
    });
  }

  /** A handle of a table, which leaves the luck of a seat to those that follow it: the frame, or `Visit`.
   *  @param {string} id @param {string | null} token @returns {Table} */
  at(id, token) {
    if (!this.tavern) throw new UserError("connection.unreachable", { address: settings.address() });
    return this.tavern.table(id, { token, storage: null, seals: false });
  }

  /** What this user has for a table. @param {string} id @returns {{ token?: string, gm?: string }} */
  tokensFor(id) {
    return settings.place.at(id) ?? {};
  }

  /** A handle that may read a table: everybody may, unless it is closed to watchers. @param {string} id */
  async reader(id) {
    const { token, gm } = this.tokensFor(id);
    const way = invited();
    let table = this.at(id, null);
    for (const one of [way?.table === id ? way.invite : null, token ?? gm ?? null]) {
      const isClosed = await table.look().then(
        () => false,
        (/** @type {any} */ error) => error.status === 401,
      );
      if (isClosed && one) table = this.at(id, one);
    }
    return table;
  }

  /** The table as its GM, or else as the seat; with `asSeat`, as the seat before the GM. Throws if there is none. */
  async table(asSeat = false) {
    const place = settings.place.get();
    if (!place) throw new UserError("table.none");
    await this.connect();
    const { gm = null, token = null } = place;
    return this.at(place.table, asSeat ? (token ?? gm) : (gm ?? token));
  }
}
