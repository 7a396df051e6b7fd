import { beforeEach, expect, test, vi } from "vitest";
import { intentParam, keepIntent, takeIntent } from "./intent.ts";

const now = Date.UTC(2026, 2, 3);
const intent = { action: "unlink", input: "idn_1", userId: "usr_ann" };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

function keep() {
  const path = keepIntent(intent, "/account", now);
  return new URLSearchParams(path.split("?")[1]).get(intentParam) ?? "";
}

test("an intent is taken up once", () => {
  const id = keep();
  expect(takeIntent(id, intent, now + 60_000)).toBe("idn_1");
  expect(takeIntent(id, intent, now + 60_000)).toBeNull();
});

test("an address alone takes nothing up, nor does the way back of another intent", () => {
  keep();
  expect(takeIntent("", intent, now)).toBeNull();
  expect(takeIntent("00000000-0000-4000-8000-000000000000", intent, now)).toBeNull();
});

test("it is for one action and for who had it", () => {
  const id = keep();
  expect(takeIntent(id, { ...intent, action: "delete" }, now)).toBeNull();
  expect(takeIntent(id, { ...intent, userId: "usr_bob" }, now)).toBeNull();
});

test("after fifteen minutes it is forgotten", () => {
  expect(takeIntent(keep(), intent, now + 15 * 60_000)).toBeNull();
});

test("without storage the way back is the page", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(keepIntent(intent, "/account", now)).toBe("/account");
  expect(takeIntent("x", intent, now)).toBeNull();
});
