"use strict";

// What the page in the frame said, and what it set, as the module keeps it.
const heard = [];
const stored = {};
const hello = { tavern: 1, table: "", scheme: "dark", place: {} };
let frame = null;
let port = null;

// `answer` is what every `set` gets: "kept", "failed" or "" (nothing yet). If `silent`, the page is not greeted after a load.
const how = { answer: "kept", silent: false };

// Has the page in a frame.
function show(address, given) {
  Object.assign(hello, given);
  frame = document.createElement("iframe");
  frame.name = "tavern-table";
  frame.width = 900;
  frame.height = 700;
  frame.src = address;
  frame.onload = () => how.silent || greet();
  document.body.append(frame);
}

function greet() {
  const { port1, port2 } = new MessageChannel();
  port = port1;
  port.onmessage = ({ data }) => {
    heard.push(data);
    if (data.type === "place") hello.place = data.place;
    if (data.type !== "set") return;
    if (data.value === null) delete stored[data.key];
    else stored[data.key] = data.value;
    if (how.answer) port.postMessage({ type: how.answer, n: data.n });
  };
  frame.contentWindow.postMessage({ ...hello, stored: { ...stored } }, new URL(frame.src).origin, [port2]);
}

// Says something to the page, such as that all it set so far is durable.
function say(message) {
  port.postMessage(message);
}

// Another frame sends a hello that knows no place.
function greetAsAStranger() {
  const stranger = document.createElement("iframe");
  document.body.append(stranger);
  const script = stranger.contentDocument.createElement("script");
  script.textContent = `
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => parent.heard.push(data);
    parent.frames["tavern-table"].postMessage(${JSON.stringify({ ...hello, place: {}, stored: {} })}, "*", [port2]);`;
  stranger.contentDocument.body.append(script);
}
