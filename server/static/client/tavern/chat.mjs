// The chat of a table that is followed.

/** @import { ChatMessage } from "./answers.mjs" */

/** @typedef {{ last: number, messages: ChatMessage[], more: boolean }} ChatPage */
/**
 * `after` is the number of the last message before. `read` fetches those after one, `epoch` is that of the table's log.
 * @typedef {{ after?: number, read(after: number, attempts?: number): Promise<ChatPage>, epoch(): string | null,
 *   tell(message: ChatMessage): void }} Source
 */

/** Passes each message on once, in order. They are not part of the order of versions: what was missed is read apart. */
export class Chat {
  #source;
  #said;
  /** What arrives while missed messages are read. @type {ChatMessage[] | null} */
  #waiting = null;

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
    this.#said = source.after ?? 0;
  }

  /** Begin again with the first message. */
  restart() {
    this.#said = 0;
  }

  /** Read what was missed, before anything that arrives from now on. */
  async catchUp() {
    /** @type {ChatMessage[]} */
    const waiting = (this.#waiting = []);
    try {
      await this.read();
    } catch {
      // The next connection retries it.
    }
    if (this.#waiting !== waiting) return;
    this.#waiting = null;
    this.#tell(waiting);
  }

  /** A message of the stream. @param {ChatMessage} message */
  receive(message) {
    if (this.#waiting) this.#waiting.push(message);
    else this.#tell([message]);
  }

  /** @param {number} [attempts] */
  async read(attempts) {
    let page;
    do {
      const epoch = this.#source.epoch();
      page = await this.#source.read(this.#said, attempts);
      // It is the chat of a log that was replaced meanwhile.
      if (this.#source.epoch() !== epoch && epoch !== null) return;
      this.#tell(page.messages);
      this.#said = Math.max(this.#said, page.last);
    } while (page.more);
  }

  /** @param {ChatMessage[]} messages */
  #tell(messages) {
    for (const message of messages) {
      if (message.n <= this.#said) continue;
      this.#said = message.n;
      this.#source.tell(message);
    }
  }
}
