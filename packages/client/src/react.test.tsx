import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEntitlementStore } from "./react/entitlement-store.ts";
import { EntitlementsProvider, Gate, useFeature } from "./react.tsx";

const MINUTE_MS = 60_000;
const toBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as the shop makes it. The browser reads it but does not verify it. */
function makeToken(features: Record<string, number | null>, options: { clockMs?: number } = {}) {
  const iat = Math.floor((options.clockMs ?? Date.now()) / 1000);
  return `${toBase64Url({ alg: "EdDSA" })}.${toBase64Url({ features, iat, exp: iat + 900 })}.signature`;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the store", () => {
  /** A store whose tokens come from `tokens`, while somebody listens to it. */
  function startStore(tokens: (() => Promise<string | null>)[], initialToken?: string) {
    let requests = 0;
    const getToken = () => tokens[Math.min(requests++, tokens.length - 1)]!();
    const store = createEntitlementStore(getToken, initialToken);
    let changes = 0;
    const stop = store.subscribe(() => changes++);
    return { store, stop, countRequests: () => requests, countChanges: () => changes };
  }

  const paid = async () => makeToken({ export: 5 });
  const unpaid = async () => makeToken({});
  const down = () => Promise.reject(new Error("503"));

  test("the store is loading until the first token arrives, and then has its features", async () => {
    const { store } = startStore([paid]);
    expect(store.getSnapshot().status).toBe("loading");
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getSnapshot()).toEqual({ status: "ready", features: { export: 5 } });
  });

  test("the store asks for a new token when half of the lifetime is over", async () => {
    const { store, countRequests } = startStore([paid, unpaid]);
    await vi.advanceTimersByTimeAsync(7 * MINUTE_MS);
    expect(countRequests()).toBe(1);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(countRequests()).toBe(2);
    expect(store.getSnapshot().features).toEqual({});
  });

  test("the store keeps the features until the token ends while the app is down, and finds them again", async () => {
    const tokens = [paid, down];
    const { store } = startStore(tokens);
    await vi.advanceTimersByTimeAsync(14 * MINUTE_MS);
    expect(store.getSnapshot().features).toEqual({ export: 5 });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(store.getSnapshot()).toEqual({ status: "unavailable", features: {} });
    tokens.push(paid);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(store.getSnapshot()).toEqual({ status: "ready", features: { export: 5 } });
  });

  test("the store asks twice a minute while the app is down, not in a loop", async () => {
    const { store, countRequests } = startStore([down]);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(store.getSnapshot().status).toBe("unavailable");
    expect(countRequests()).toBe(21);
  });

  test.each([
    ["a day ahead", 86_400_000],
    ["a day behind", -86_400_000],
  ])("the store works where the browser's clock is %s", async (_, offsetMs) => {
    const token = async () => makeToken({ export: 5 }, { clockMs: Date.now() - offsetMs });
    const { store, countRequests } = startStore([token]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(store.getSnapshot().features).toEqual({ export: 5 });
    expect(countRequests()).toBe(1);
  });

  test("the store starts with the token of the page, without a request", async () => {
    const { store, countRequests } = startStore([paid], makeToken({ export: null }));
    expect(store.getSnapshot()).toEqual({ status: "ready", features: { export: null } });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(countRequests()).toBe(0);
  });

  test("a refresh after a purchase notifies all listeners, and several at once are one request", async () => {
    const { store, countRequests, countChanges } = startStore([unpaid, paid]);
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all([store.refresh(), store.refresh()]);
    expect(store.getSnapshot().features).toEqual({ export: 5 });
    expect([countRequests(), countChanges()]).toEqual([2, 2]);
  });

  test("the store asks for nothing without a listener", async () => {
    const { stop, countRequests } = startStore([paid]);
    await vi.advanceTimersByTimeAsync(0);
    stop();
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(countRequests()).toBe(1);
  });

  test("the store asks once if no user is signed in, and again after the sign-in", async () => {
    const { store, countRequests } = startStore([async () => null, paid]);
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(store.getSnapshot()).toEqual({ status: "ready", features: {} });
    expect(countRequests()).toBe(1);
    await store.refresh();
    expect(store.getSnapshot().features).toEqual({ export: 5 });
  });

  test("the store treats text that is no token as no answer", async () => {
    const { store } = startStore([async () => "<html>Sign in</html>"]);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getSnapshot()).toEqual({ status: "unavailable", features: {} });
  });
});

describe("the components", () => {
  const never = () => new Promise<string>(() => {});

  function Seats() {
    const { allowed, limit, isLoading } = useFeature("seats");
    return <i>{JSON.stringify({ allowed, limit, isLoading })}</i>;
  }

  const render = (initialToken?: string) =>
    renderToString(
      <EntitlementsProvider getToken={never} {...(initialToken && { initialToken })}>
        <Gate feature="export" fallback="Buy it">
          Export
        </Gate>
        <Seats />
      </EntitlementsProvider>,
    ).replaceAll("&quot;", '"');

  test("the gated part and the limit are shown to a user with access", () => {
    const html = render(makeToken({ export: null, seats: 3 }));
    expect(html).toBe('Export<i>{"allowed":true,"limit":3,"isLoading":false}</i>');
  });

  test("the fallback is shown to a user without access", () => {
    expect(render(makeToken({}))).toBe(
      'Buy it<i>{"allowed":false,"limit":0,"isLoading":false}</i>',
    );
  });

  test("neither part is shown while the first token is on its way", () => {
    expect(render()).toBe('<i>{"allowed":false,"limit":0,"isLoading":true}</i>');
  });

  test("the components need a provider around them", () => {
    expect(() => renderToString(<Seats />)).toThrow("EntitlementsProvider");
  });
});
