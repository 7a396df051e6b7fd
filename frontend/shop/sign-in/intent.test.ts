import { beforeEach, expect, test, vi } from "vitest";
import { intentParam, saveIntent, consumeIntent } from "./intent.ts";

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

function saveIntentAndGetId() {
  const path = saveIntent(intent, "/account", now);
  return new URLSearchParams(path.split("?")[1]).get(intentParam) ?? "";
}

test("an intent can be consumed only once", () => {
  const id = saveIntentAndGetId();
  expect(consumeIntent(id, intent, now + 60_000)).toBe("idn_1");
  expect(consumeIntent(id, intent, now + 60_000)).toBeNull();
});

test("an intent is not consumed without its id", () => {
  saveIntentAndGetId();
  expect(consumeIntent("", intent, now)).toBeNull();
  expect(consumeIntent("00000000-0000-4000-8000-000000000000", intent, now)).toBeNull();
});

test("an intent is bound to its action and user", () => {
  const id = saveIntentAndGetId();
  expect(consumeIntent(id, { ...intent, action: "delete" }, now)).toBeNull();
  expect(consumeIntent(id, { ...intent, userId: "usr_bob" }, now)).toBeNull();
});

test("an intent expires after 15 minutes", () => {
  expect(consumeIntent(saveIntentAndGetId(), intent, now + 15 * 60_000)).toBeNull();
});

test("without storage, the return path is the plain page", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(saveIntent(intent, "/account", now)).toBe("/account");
  expect(consumeIntent("x", intent, now)).toBeNull();
});
