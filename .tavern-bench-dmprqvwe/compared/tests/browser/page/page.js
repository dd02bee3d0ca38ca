"use strict";

// What a script of another origin learns of an answer: its status, the headers that it may read, and its body.
async function call(method, url, headers = {}, body = undefined) {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const answer = await fetch(url, { method, headers, ...sent });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text && JSON.parse(text) };
}

// What a script learns of an answer that the browser keeps from it: the name of the error.
async function refused(method, url, headers = {}, body = undefined) {
  try {
    return await call(method, url, headers, body);
  } catch (error) {
    return error.name;
  }
}

// A live stream as `fetch` reads it: event by event, each with its id.
class Stream {
  constructor(answer) {
    this.status = answer.status;
    this.reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    this.buffer = "";
  }

  static async open(url, headers = {}) {
    return new Stream(await fetch(url, { headers }));
  }

  async next() {
    for (;;) {
      const end = this.buffer.indexOf("\n\n");
      if (end < 0) {
        const { value, done } = await this.reader.read();
        if (done) return null;
        this.buffer += value;
        continue;
      }
      const fields = this.buffer
        .slice(0, end)
        .split("\n")
        .map((line) => line.split(/: (.*)/s));
      this.buffer = this.buffer.slice(end + 2);
      const { event, id, data } = Object.fromEntries(fields);
      if (event) return { event, id, data: JSON.parse(data) };
    }
  }

  async take(count) {
    const events = [];
    while (events.length < count) events.push(await this.next());
    return events;
  }

  async close() {
    await this.reader.cancel();
  }
}
