// What the page uses of preact.mjs, for tsc.

export type ComponentChildren = object | string | number | boolean | null | undefined | ComponentChildren[];
export type ComponentType = (props: never) => ComponentChildren;
/** An event of a field. What is read of a text area or a list is the same as of an input. */
export type FieldEvent = Event & { readonly target: HTMLInputElement };
export type Setter<S> = (next: S | ((was: S) => S)) => void;
export interface Ref<T> {
  current: T;
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): ComponentChildren;
export function h(type: unknown, props?: object | null, ...children: unknown[]): ComponentChildren;
export function render(element: ComponentChildren, into: globalThis.Element): void;

export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useId(): string;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useRef<T>(initial: T): Ref<T>;
export function useState<S>(initial: S | (() => S)): [S, Setter<S>];
