import { afterEach, expect, test, vi } from "vitest";
import { forgetOpenedLink, keepOpenedLink, readOpenedLink } from "./opened-link.ts";

const HOUR = 60 * 60_000;

afterEach(() => vi.unstubAllGlobals());

function stubStorage() {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
}

test("the secret of a gift link is kept for an hour, or until the gift is accepted", () => {
  const stored = stubStorage();
  expect(readOpenedLink(0)).toBe("");
  keepOpenedLink("one", 0);
  keepOpenedLink("two", 1);
  expect([readOpenedLink(HOUR), readOpenedLink(HOUR + 1)]).toEqual(["two", ""]);
  forgetOpenedLink();
  expect([readOpenedLink(2), stored.size]).toEqual(["", 0]);
});

test("what another version stored, and a browser without storage, count as no gift link", () => {
  stubStorage().set("gatehouse.gift-link", "no JSON");
  expect(readOpenedLink(0)).toBe("");
  vi.stubGlobal("localStorage", undefined);
  keepOpenedLink("one", 0);
  forgetOpenedLink();
  expect(readOpenedLink(0)).toBe("");
});
