/** What the token in the browser says. `loading` until the first one arrived. */
export type Snapshot = {
  status: "loading" | "ready" | "unavailable";
  /** Each feature with its limit; null means no limit. */
  features: Readonly<Record<string, number | null>>;
};

export type EntitlementStore = {
  getSnapshot: () => Snapshot;
  /** Calls `listener` after each change. Refreshes the token while there are listeners. */
  subscribe: (listener: () => void) => () => void;
  /** Asks for a new token now, for example after a purchase. Never throws. */
  refresh: () => Promise<void>;
};

const nothing: Snapshot["features"] = Object.freeze({});
/** What is known without a token: no user is signed in, until `refresh` is called. */
const nobody = { features: nothing, lifetimeMs: Infinity };
const RETRY_MS = 30_000;
/** The longest time that a browser's timer can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Keeps the features of the newest token. It asks for a new one when half of its lifetime is over, and forgets the
 * features at the end of it. Null instead of a token means that no user is signed in. Times count from the arrival of
 * the token, because the clock of the browser may be wrong. The token is not verified here: what a browser shows is no
 * protection, the server that does the work must check.
 */
export function createEntitlementStore(
  getToken: () => Promise<string | null>,
  initialToken?: string,
): EntitlementStore {
  const listeners = new Set<() => void>();
  let snapshot: Snapshot = { status: "loading", features: nothing };
  let refreshAt = 0;
  let expiresAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: Promise<void> | undefined;

  const set = (next: Snapshot) => {
    snapshot = next;
    for (const listener of listeners) listener();
  };
  const accept = (token: string | null) => {
    const { features, lifetimeMs } = token === null ? nobody : readToken(token);
    refreshAt = Date.now() + lifetimeMs / 2;
    expiresAt = Date.now() + lifetimeMs;
    set({ status: "ready", features });
  };
  const load = async () => {
    try {
      accept(await getToken());
    } catch {
      refreshAt = Date.now() + RETRY_MS;
      if (Date.now() >= expiresAt) set({ status: "unavailable", features: nothing });
    } finally {
      pending = undefined;
      plan();
    }
  };
  const refresh = () => (pending ??= load());
  const plan = () => {
    clearTimeout(timer);
    if (listeners.size === 0) return;
    const isHeld = snapshot.status === "ready";
    const dueAt = isHeld ? Math.min(refreshAt, expiresAt) : refreshAt;
    timer = setTimeout(wake, Math.min(Math.max(0, dueAt - Date.now()), LONGEST_TIMER_MS));
  };
  const wake = () => {
    if (snapshot.status === "ready" && Date.now() >= expiresAt)
      set({ status: "unavailable", features: nothing });
    if (Date.now() >= refreshAt) void refresh();
    else plan();
  };

  if (initialToken) accept(initialToken);
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) wake();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    refresh,
  };
}

/** Reads what a token says, without verifying it. */
function readToken(token: string): { features: Snapshot["features"]; lifetimeMs: number } {
  const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const { features, iat, exp } = JSON.parse(new TextDecoder().decode(bytes));
  return { features, lifetimeMs: (exp - iat) * 1000 };
}
