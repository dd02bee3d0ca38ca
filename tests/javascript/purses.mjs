// A tavern and a world of Foundry for the coins of one actor, in one process. Requests and updates can be cut off: before
// they are sent, or after they took effect. A cut throws `Cut`, as if the browser were killed there.

export class Cut extends Error {}

class Refused extends Error {
  constructor(status) {
    super(`refused: ${status}`);
    this.status = status;
  }
}

/** Does everything, until a cut is due: `cutAt` counts the steps until then, `after` says on which side of it. */
export class Fate {
  constructor(cutAt = Infinity, after = false) {
    this.left = cutAt;
    this.after = after;
  }

  async step(does) {
    await null;
    this.left -= 1;
    if (this.left === 0 && !this.after) throw new Cut();
    const done = does();
    if (this.left === 0) throw new Cut();
    return done;
  }
}

/** An actor as Foundry has it: updates are merged, and resolve when the server has them. */
export class Actor {
  type = "character";
  uuid = "Actor.bri";
  flags = {};
  fate = new Fate();

  constructor(currency) {
    this.system = { currency };
  }

  update(changes) {
    return this.fate.step(() => {
      for (const [path, value] of Object.entries(structuredClone(changes))) {
        const keys = path.split(".");
        const last = keys.pop();
        const of = keys.reduce((at, key) => (at[key] ??= {}), this);
        of[last] = { ...of[last], ...value };
      }
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
    return { sit: (body) => this.sit(body), send: (command) => this.send(command), ...this.reader() };
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

  send() {
    return this.fate.step(() => this.remove());
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
  constructor(purses, currency, currencies) {
    this.Purses = purses.Purses;
    globalThis.CONFIG = currencies ? { DND5E: { currencies } } : undefined;
    this.actor = new Actor(currency);
    this.tavern = new Tavern();
    this.pending = new Pending();
    this.made = 0;
    this.open();
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
