// Reads cases as JSON Lines, {"data", "record"} in base64 with {"luck"}, or {"reports"}, and answers each with a line: the report, or why there is none.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { check, checkTogether, Unreadable } = await import(pathToFileURL(process.argv[2]));
const bytes = (text) => (text === null ? null : new Uint8Array(Buffer.from(text, "base64")));

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const asked = JSON.parse(line);
  let answer;
  try {
    if (asked.seconds) answer = { seconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6 };
    else
      answer = asked.reports
        ? { wrong: checkTogether(asked.reports) }
        : check(bytes(asked.data), bytes(asked.record), asked.luck);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    answer = { unreadable: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
