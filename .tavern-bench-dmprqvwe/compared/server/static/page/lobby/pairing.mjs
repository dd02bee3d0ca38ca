// @ts-check
/** The pairing word: the GM and a newcomer see the same, so the GM knows who it is. */

import { sha256 } from "../../client/tavern.mjs";

const FIRST =
  "amber brave brass bright calm copper crimson dusty eager early fancy frosty gentle golden green happy hidden honest humble iron ivory jolly keen little lively lucky merry mighty misty noble old olive pale patient plain polite proud quick quiet ragged red rowdy royal rusty salty shiny silent silver sleepy sly smoky snowy spicy steady stout sunny swift tall tidy velvet warm wild windy wise".split(
    " ",
  );
const SECOND =
  "anchor anvil apple arrow badger barrel basket beacon bell boot bottle bramble bridge brook bucket candle castle cellar cloak clover crow drum falcon feather fiddle flagon forge fox garden goose hammer harbor hatchet hearth heron hound inn kettle lantern lark ladder maple market meadow mill mirror moth oak otter oven pebble pepper piper quill raven river saddle sparrow spoon stable tankard thistle tower wagon".split(
    " ",
  );

/** Two words derived from what both sides know: the table, the requested place, and the name.
 *  @param {string} table
 *  @param {string} seat
 *  @param {string} name */
export function pairingWord(table, seat, name) {
  const hash = sha256(new TextEncoder().encode(JSON.stringify(["tavern pairing word v1", table, seat, name])));
  return `${FIRST[hash[0] % FIRST.length]} ${SECOND[hash[1] % SECOND.length]}`;
}
