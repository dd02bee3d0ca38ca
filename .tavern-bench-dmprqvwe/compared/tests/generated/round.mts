// A round of Twenty-One, played with the types that openapi-typescript generates from the server's document.
// `node round.mjs URL SEED` prints what came of it.

import type { components, paths } from "tavern-api";

type Schemas = components["schemas"];
type Method = "get" | "post";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type InPath<O> = O extends { parameters: { path: infer Names } } ? { path: Names } : { path?: undefined };
type InBody<O> = O extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Body }
  : { body?: undefined };
type Given<O> = InPath<O> & InBody<O> & { token?: string };
type Contents<R> = R extends { content: infer Media } ? Media[keyof Media] : undefined;
type Answer<O> = O extends { responses: infer All }
  ? { [S in keyof All]: { status: S; body: Contents<All[S]> } }[keyof All]
  : never;

const [, , url = "", seed = ""] = process.argv;

async function call<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  given: Given<Operation<P, M>>,
): Promise<Answer<Operation<P, M>>> {
  const names: Record<string, unknown> = given.path ?? {};
  const answer = await fetch(url + path.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name])), {
    method: method.toUpperCase(),
    headers: given.token === undefined ? {} : { Authorization: `Bearer ${given.token}` },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  });
  return { status: answer.status, body: await answer.json() } as Answer<Operation<P, M>>;
}

function refused(answer: { status: number; body: unknown }): never {
  throw new Error(JSON.stringify(answer));
}

/** What a seat does: it rolls up to fifteen, then holds, and lets everything else be. */
function chosen(view: Schemas["View"]): Schemas["Command"] {
  const { seat, actions } = view.you ?? refused({ status: 200, body: view });
  const total = view.seats.find((one) => one.seat === seat)?.total ?? 0;
  const offered = new Set(actions.map((action) => action.type));
  if (offered.has("roll") && total < 15) return { type: "roll", die: "d10", pay: "coins" };
  if (offered.has("hold")) return { type: "hold" };
  if (offered.has("let_it_be")) return { type: "let_it_be" };
  if (offered.has("pass")) return { type: "pass" };
  return { type: "close_staredown" };
}

const opened = await call("post", "/api/tables", {
  // What has a default need not be given.
  body: { game: "twentyone", options: { ante_cp: 500 }, gm: { name: "Mara" }, seed },
});
if (opened.status !== 201) refused(opened);
const { table, gm_token: gm, invite } = opened.body;
const players: Record<string, string> = {};
for (const name of ["Bri", "Odo"]) {
  const sat = await call("post", "/api/tables/{table}/seats", {
    path: { table },
    body: { name, purse_cp: 5000, invite },
  });
  if (sat.status !== 201) refused(sat);
  players[sat.body.seat] = sat.body.token;
}

async function give(token: string | undefined, body: Schemas["Command"]) {
  return call("post", "/api/tables/{table}/commands", { path: { table }, body, token });
}

// @ts-expect-error: the compiler finds a die that is not sold.
export const unsold: Schemas["Command"] = { type: "roll", die: "d7" };

const wrong = await give(players["bri"], { type: "set_luck", luck: "a".repeat(1000) });
const early = await give(players["bri"], { type: "hold" });
const problems = [wrong, early].map((answer) => {
  if (answer.status !== 422 && answer.status !== 409) return refused(answer);
  const { status, code, actions = [] }: Schemas["Problem"] = answer.body;
  return { status, code, offered: actions.map((action) => action.type).includes("leave") };
});

let answer = await give(gm, { type: "start_round" });
const events: Schemas["Event"][] = [];
for (;;) {
  if (answer.status !== 200) refused(answer);
  events.push(...answer.body.events);
  const [seat] = answer.body.view.to_act;
  if (seat === undefined) break;
  const seen = await call("get", "/api/tables/{table}", { path: { table }, token: players[seat] ?? gm });
  if (seen.status !== 200) refused(seen);
  answer = await give(players[seat], chosen(seen.body));
}
const rolled = events.flatMap((event) => (event.type === "die_rolled" ? [event.seat] : []));
const ended = await call("get", "/api/tables/{table}", { path: { table }, token: gm });
if (ended.status !== 200) refused(ended);
const { options, round, phase, result } = ended.body;
console.log(
  JSON.stringify({
    problems,
    rolled: [...new Set(rolled)].sort(),
    ante_cp: options !== null && "ante_cp" in options ? options.ante_cp : null,
    round,
    phase,
    winners: result?.winners,
  }),
);
