import * as React from "react";
import type { Context } from "react";

/** What a component is drawn with: the values of contexts, and where it is in the tree. */
export type Scope = {
  readContext: (context: Context<unknown>) => unknown;
  /** Where the component is, as React names it in an id. */
  place: string;
};

/** Where React's own renderers put what answers hooks. The version of React is exact, and a test draws with it. */
const { internals } = {
  internals: (React as unknown as Record<string, { H: unknown }>)[
    "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
  ]!,
};

const MAX_CALLS = 25;

/**
 * Calls a component, and again as long as it sets its own state while it is called.
 * @returns what it draws, and whether it has asked for an id
 */
export function callComponent(
  call: () => unknown,
  { readContext, place }: Scope,
): { node: unknown; hasId: boolean } {
  const cells: { value: unknown }[] = [];
  let position = 0;
  let ids = 0;
  let isCalling = true;
  let isChanged = false;
  const useCell = (create: () => unknown) => (cells[position++] ??= { value: create() });
  const useReducer = (
    reduce: (state: unknown, action: unknown) => unknown,
    initial: unknown,
    create = (value: unknown) => value,
  ) => {
    const cell = useCell(() => create(initial));
    const dispatch = (action: unknown) => {
      if (!isCalling) return;
      cell.value = reduce(cell.value, action);
      isChanged = true;
    };
    return [cell.value, dispatch];
  };
  const resolve = (next: unknown, state?: unknown): unknown =>
    typeof next === "function" ? next(state) : next;
  const nothing = () => undefined;
  const previous = internals.H;
  internals.H = {
    readContext,
    useContext: readContext,
    use: readContext,
    useReducer,
    useState: (initial: unknown) =>
      useReducer(
        (state, action) => resolve(action, state),
        undefined,
        () => resolve(initial),
      ),
    useRef: (current: unknown) => useCell(() => ({ current })).value,
    useMemo: (create: () => unknown) => create(),
    useCallback: (callback: unknown) => callback,
    useId: () => `_R_${place}${ids++ > 0 ? `H${(ids - 1).toString(32)}` : ""}_`,
    useSyncExternalStore: (_subscribe: unknown, _read: unknown, readHere: () => unknown) =>
      readHere(),
    useEffect: nothing,
    useLayoutEffect: nothing,
    useInsertionEffect: nothing,
    useImperativeHandle: nothing,
    useDebugValue: nothing,
    useEffectEvent: () => nothing,
  };
  try {
    for (let calls = 1; ; calls += 1) {
      const node = call();
      if (!isChanged) return { node, hasId: ids > 0 };
      if (calls === MAX_CALLS) throw new Error("A component changes its state without end");
      position = ids = 0;
      isChanged = false;
    }
  } finally {
    isCalling = false;
    internals.H = previous;
  }
}
