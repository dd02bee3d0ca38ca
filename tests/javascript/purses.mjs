// A tavern and a world of Foundry for the coins of one actor, in one process. Requests and updates can be cut off: before
// they are sent, or after they took effect. A cut throws `Cut`, as if the browser were killed there.

export class Cut extends Error {}

class Refused extends Error {
  constructor(status) {
    super(`refused: ${status}`);
    this.status = status;
  }
}

/** Does everything, until a cut is due, and nothing after it: `cutAt` counts the steps until then, `after` says on which
 *  side of it. */
export class Fate {
  constructor(cutAt = Infinity, after = false) {
    this.left = cutAt;
    this.after = after;
  }

  async step(does) {
    await null;
    this.left -= 1;
    if (this.left < 0 || (this.left === 0 && !this.after)) throw new Cut();
    const done = does();
    if (this.left === 0) throw new Cut();
    return done;
  }
}

/** The world's actors, by UUID. */
const actors = new Map();

/** As in Foundry, what is no UUID is thrown at. */
globalThis.fromUuidSync = (uuid) => {
  if (!uuid) throw new Error("no UUID");
  return actors.get(uuid) ?? null;
};

/**
 * An actor as Foundry has it: updates are merged, and resolve when the server has them. That of a token which is not linked
 * is replaced by each. Another module forbids as many updates as `vetoes` says.
 */
export class Actor {
  type = "character";
  fate = new Fate();
  vetoes = 0;

  constructor(currency, { uuid = "Actor.bri", flags = {} } = {}) {
    Object.assign(this, { uuid, flags: structuredClone(flags), system: { currency } });
    actors.set(uuid, this);
  }

  /** A copy has all data, flags too, and a UUID of its own. */
  copy() {
    return new Actor({ ...this.system.currency }, { uuid: "Actor.copy", flags: this.flags });
  }

  update(changes) {
    return this.fate.step(() => {
      if (this.vetoes) return void (this.vetoes -= 1);
      const isOfToken = this.uuid.startsWith("Scene.");
      const { currency } = this.system;
      const after = isOfToken ? new Actor({ ...currency }, this) : this;
      after.fate = this.fate;
      for (const [path, value] of Object.entries(structuredClone(changes))) {
        const keys = path.split(".");
        const last = keys.pop();
        const of = keys.reduce((at, key) => (at[key] ??= {}), after);
        of[last] = { ...of[last], ...value };
      }
      return after;
    });
  }
}

/** A tavern with one table: it seats each key once, as the server does, and pays out who leaves. */
export class Tavern {
  constructor() {
    this.fate = new Fate();
    this.byKey = new Map();
    this.purses = {};
    this.asking = {};
    this.lines = [];
    this.refuses = null;
    this.isThere = true;
    this.admits = true;
  }

  get atTable() {
    return Object.values(this.purses).reduce((sum, cp) => sum + cp, 0);
  }

  table() {
    return { sit: (body) => this.sit(body), send: () => this.send(), ...this.reader() };
  }

  reader() {
    const there = (does) => () =>
      this.fate.step(() => {
        if (!this.isThere) throw new Refused(404);
        return does();
      });
    const seats = () => Object.keys(this.purses).map((seat) => ({ seat, played_by: "player" }));
    const asking = () => Object.keys(this.asking).map((seat) => ({ seat }));
    return {
      look: there(() => ({ closed: false, seats: seats(), asking: asking() })),
      ledger: there(() => ({ lines: this.lines, version: this.lines.length, more: false })),
    };
  }

  sit({ key, purse_cp: cp }) {
    return this.fate.step(() => {
      if (!this.isThere) throw new Refused(404);
      if (this.byKey.has(key)) return this.byKey.get(key);
      if (this.refuses) throw new Refused(this.refuses);
      const seat = `bri-${this.byKey.size + 1}`;
      if (this.admits) this.let(seat, cp);
      else this.asking[seat] = cp;
      this.byKey.set(key, { seat, token: `token of ${seat}`, admitted: this.admits });
      return this.byKey.get(key);
    });
  }

  let(seat, cp) {
    this.purses[seat] = cp;
    if (cp) this.lines.push({ payer: "outside", payee: seat, amount_cp: cp });
  }

  /** The GM gives coins at the table, and takes as many as are there. */
  give(cp) {
    for (const seat of Object.keys(this.purses)) {
      this.purses[seat] += cp;
      this.lines.push({ payer: "outside", payee: seat, amount_cp: cp });
    }
  }

  take(cp) {
    for (const seat of Object.keys(this.purses)) {
      const taken = Math.min(cp, this.purses[seat]);
      this.purses[seat] -= taken;
      if (taken) this.lines.push({ payer: seat, payee: "outside", amount_cp: taken });
    }
  }

  admit() {
    for (const [seat, cp] of Object.entries(this.asking)) this.let(seat, cp);
    this.asking = {};
  }

  refuse() {
    this.asking = {};
  }

  /** A round: the seat wins from the house, or loses to it. */
  play(cp) {
    for (const seat of Object.keys(this.purses)) {
      const moved = Math.max(cp, -this.purses[seat]);
      this.purses[seat] += moved;
      this.won = (this.won ?? 0) + moved;
    }
  }

  /** Everybody is removed, or has left. */
  remove() {
    for (const [seat, cp] of Object.entries(this.purses)) {
      if (cp) this.lines.push({ payer: seat, payee: "outside", amount_cp: cp });
      delete this.purses[seat];
    }
  }

  /** The seat leaves; who waits to be let in cannot. */
  send() {
    return this.fate.step(() => {
      if (Object.keys(this.asking).length) throw new Refused(403);
      this.remove();
    });
  }
}

/** This browser's record, which outlives a kill. */
export class Pending {
  fate = new Fate();
  kept = new Map();

  get(id) {
    return this.kept.get(id) ?? null;
  }

  set(id, one) {
    return this.fate.step(() => void (one ? this.kept.set(id, structuredClone(one)) : this.kept.delete(id)));
  }
}

/** A world with one actor, its browser and a tavern; `open` starts the browser again. */
export class World {
  constructor(purses, currency, { currencies, uuid } = {}) {
    this.Purses = purses.Purses;
    globalThis.CONFIG = currencies ? { DND5E: { currencies } } : undefined;
    actors.clear();
    this.uuid = new Actor(currency, { uuid }).uuid;
    this.tavern = new Tavern();
    this.pending = new Pending();
    this.made = 0;
    this.open();
  }

  /** The actor as it is now. */
  get actor() {
    return actors.get(this.uuid);
  }

  delete() {
    actors.delete(this.uuid);
  }

  open(fate = new Fate()) {
    this.actor.fate = this.tavern.fate = this.pending.fate = fate;
    this.place = null;
    this.purses = new this.Purses({
      user: "ann",
      pending: this.pending,
      fresh: () => `key ${(this.made += 1)}`,
      table: () => this.tavern.table(),
      reader: () => this.tavern.reader(),
      seated: (table, sitting, seated) => fate.step(() => void (this.place = seated)),
    });
  }
}
