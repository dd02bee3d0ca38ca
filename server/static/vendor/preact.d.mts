// What the page uses of preact.mjs, for tsc.

export type Element = object | string | number | boolean | null | undefined | Element[];
export type Setter<S> = (next: S | ((was: S) => S)) => void;
export interface Ref<T> {
  current: T;
}
export interface Context<T> {
  Provider: (props: { value: T; children?: Element }) => Element;
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): Element;
export function h(type: unknown, props?: object | null, ...children: unknown[]): Element;
export function render(element: Element, into: globalThis.Element): void;
export function cloneElement(element: Element, props?: object): Element;
export function createContext<T>(value: T): Context<T>;
export function createRef<T>(): Ref<T | null>;
export const Fragment: (props: { children?: Element }) => Element;

export function useCallback<F extends (...args: never[]) => unknown>(callback: F, inputs: readonly unknown[]): F;
export function useContext<T>(context: Context<T>): T;
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useId(): string;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useRef<T>(initial: T): Ref<T>;
export function useState<S>(initial: S | (() => S)): [S, Setter<S>];
