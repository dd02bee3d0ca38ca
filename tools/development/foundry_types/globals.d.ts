/** Foundry's globals by the published types. What is ours, other modules' or the system's is known to nobody there. */
import type * as _types from "fvtt-types";

/** Functions whose names are checked, and not what they are given. */
type Loose<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]: (...given: any[]) => any };

type Application = (typeof foundry)["applications"];
/** Version 12's types ask for every setting of a dialog's window. */
type Dialogs = Loose<Application["api"]["DialogV2"], "prompt" | "wait" | "confirm">;

declare global {
  type FoundryGlobals = typeof globalThis & {
    game: Omit<ReadyGame, "settings" | "modules"> & {
      settings: Loose<Omit<ReadyGame["settings"], "settings">, "get" | "set" | "register" | "registerMenu"> & {
        settings: Map<string, unknown>;
      };
      modules: Loose<ReadyGame["modules"], "get">;
      /** Dice So Nice, if it is there. */
      dice3d?: { show(data: unknown, user: ReadyGame["user"], synchronize: boolean): Promise<boolean> };
    };
    foundry: Omit<typeof foundry, "applications"> & {
      applications: Omit<Application, "api"> & { api: Omit<Application["api"], "DialogV2"> & { DialogV2: Dialogs } };
    };
    CONFIG: CONFIG & { DND5E?: { currencies?: Record<string, { conversion?: number }> } };
    canvas: typeof canvas;
    ui: typeof ui;
    Hooks: typeof Hooks;
    ChatMessage: typeof ChatMessage;
    Macro: typeof Macro;
    fromUuid(uuid: string): Promise<any>;
    fromUuidSync(uuid: string): any;
  };
}
