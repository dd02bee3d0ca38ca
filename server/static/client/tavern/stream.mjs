// The parser of live streams.

import { BadAnswer } from "./errors.mjs";

const LONGEST_EVENT = 16 * 1024 * 1024;

/** An incremental parser of text/event-stream (WHATWG HTML, section 9.2.6). */
export class EventStream {
  /** The stream's reconnection time in milliseconds. @type {number | null} */
  retry = null;
  #rest = "";
  #afterCr = false;
  #type = "";
  /** @type {string[]} */
  #data = [];
  #size = 0;
  #id = "";

  /** The events that end in this piece. @param {string} piece @returns {{ type: string, data: string, id: string }[]} */
  feed(piece) {
    const found = [];
    let text = piece;
    if (this.#afterCr && text) {
      if (text[0] === "\n") text = text.slice(1);
      this.#afterCr = false;
    }
    if (piece.endsWith("\r")) this.#afterCr = true;
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length + this.#size > LONGEST_EVENT) throw new BadAnswer("an event of the stream is too long");
    for (const line of lines) {
      if (line) {
        this.#take(line);
        continue;
      }
      if (this.#data.length) found.push({ type: this.#type || "message", data: this.#data.join("\n"), id: this.#id });
      [this.#type, this.#data, this.#size] = ["", [], 0];
    }
    return found;
  }

  /** @param {string} line */
  #take(line) {
    const end = line.indexOf(":");
    const name = end < 0 ? line : line.slice(0, end);
    const value = end < 0 ? "" : line.slice(end + 1).replace(/^ /, "");
    if (name === "event") this.#type = value;
    else if (name === "data") this.#size += this.#data.push(value) && value.length;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) this.retry = Number(value);
  }
}
