// Stand-ins of the globals of Foundry VTT that macros use, as versions 12 to 14 have them. What macros do with them is in
// `noted`; messages reach other browsers when the test carries them there.

const noted = { notifications: [], messages: [], dice: [], registered: [] };

const _stored = (key) => JSON.parse(localStorage.getItem(key) ?? "null");

const _generation = () => globalThis.game.release.generation;

/** What becomes of a string that is HTML: version 13 and later remove scripts, handlers and styles from it. */
function _parsed(content) {
  const template = document.createElement("template");
  template.innerHTML = content;
  if (_generation() < 13) return template.content;
  for (const element of template.content.querySelectorAll("*")) {
    if (["SCRIPT", "STYLE", "IFRAME", "FORM"].includes(element.tagName)) element.remove();
    for (const { name } of [...element.attributes]) if (/^on|^style$/.test(name)) element.removeAttribute(name);
  }
  return template.content;
}

/** Chat is enriched: links to documents and rolls are looked for in each piece of text, after escapes were read. */
function _enriched(content) {
  const parsed = _parsed(content);
  const texts = document.createTreeWalker(parsed, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    text.data = text.data.replace(/\[\[.+?\]\]+|[@&]\w+\[.+?\]/g, "(enriched)");
  }
  return parsed;
}

class DialogV2 {
  static wait({ window: { title }, content, buttons, rejectClose }) {
    if (rejectClose !== false) throw new Error("a dialog that is closed would throw");
    return new Promise((done) => {
      const dialog = document.createElement("dialog");
      const form = document.createElement("form");
      dialog.setAttribute("aria-label", title);
      form.append(_parsed(content));
      for (const { action, label, callback } of buttons) {
        const button = document.createElement("button");
        button.type = "submit";
        if (_generation() < 13) button.append(_parsed(label));
        else button.textContent = label;
        button.dataset.action = action;
        button.addEventListener("click", async (event) => {
          event.preventDefault();
          if (!form.reportValidity()) return;
          const result = callback ? await callback(event, button) : action;
          dialog.remove();
          done(result ?? action);
        });
        form.append(button);
      }
      dialog.addEventListener("close", () => {
        dialog.remove();
        done(null);
      });
      dialog.append(form);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  static prompt({ ok, ...config }) {
    return this.wait({ ...config, buttons: [{ action: "ok", ...ok }] });
  }

  static confirm(config) {
    const buttons = [
      { action: "yes", label: "Yes", callback: () => true },
      { action: "no", label: "No", callback: () => false },
    ];
    return this.wait({ ...config, buttons });
  }
}

/** Let this browser be that of a user. */
function join(user, users, actor, generation) {
  const settings = {
    settings: new Map(),
    register(namespace, key, data) {
      noted.registered.push({ namespace, key, scope: data.scope });
      this.settings.set(`${namespace}.${key}`, data);
    },
    get(namespace, key) {
      return _stored(`${namespace}.${key}`) ?? this.settings.get(`${namespace}.${key}`).default;
    },
    async set(namespace, key, value) {
      if (this.settings.get(`${namespace}.${key}`).scope !== "client") throw new Error("all clients could read it");
      localStorage.setItem(`${namespace}.${key}`, JSON.stringify(value));
      return value;
    },
  };
  const dice3d = {
    async show(...given) {
      noted.dice.push(given);
      return true;
    },
  };
  // Every version takes them for HTML.
  const notify = (kind) => (message) => noted.notifications.push([kind, _parsed(message).textContent]);
  const create = async (data) => {
    const shown = [..._enriched(data.content).childNodes].map(({ textContent }) => textContent);
    noted.messages.push({ ...data, shown });
  };
  Object.assign(globalThis, {
    game: {
      release: { generation },
      world: { id: "saltmarsh" },
      user,
      users,
      settings,
      messages: { contents: [] },
      dice3d,
    },
    canvas: { tokens: { controlled: actor ? [{ actor }] : [] } },
    ui: { notifications: { info: notify("info"), warn: notify("warn"), error: notify("error") } },
    ChatMessage: { create },
    foundry: { applications: { api: { DialogV2 } } },
  });
}

/** Foundry runs a macro inside an async function. Its errors end in the console, and in a notification. */
function runMacro(code) {
  const AsyncFunction = (async () => {}).constructor;
  globalThis.macro = new AsyncFunction("speaker", "actor", "token", "character", code)().catch((error) => {
    noted.notifications.push(["thrown", String(error)]);
  });
}

/** Messages of another browser arrive. The author is null if the user was deleted. */
function receive(messages, author) {
  globalThis.game.messages.contents.push(...messages.map((message) => ({ ...message, author })));
}
