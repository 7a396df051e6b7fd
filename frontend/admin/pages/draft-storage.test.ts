import { expect, test } from "vitest";
import { readDraft, writeDraft } from "./draft-storage.ts";

function createStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

test("a draft is stored per page until it is removed", () => {
  const storage = createStorage();
  const draft = { values: { body: "Half a sen" }, keptAt: 7 };
  writeDraft(storage, "pag_1", draft);
  expect(readDraft(storage, "pag_1")).toEqual(draft);
  expect(readDraft(storage, "pag_2")).toBeNull();
  writeDraft(storage, "pag_1", null);
  expect(readDraft(storage, "pag_1")).toBeNull();
});

test("full storage or invalid data means no draft, without an error", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  writeDraft({ getItem: full, setItem: full, removeItem: full }, "pag_1", {
    values: {},
    keptAt: 0,
  });
  expect(readDraft({ getItem: full, setItem: full, removeItem: full }, "pag_1")).toBeNull();
  expect(readDraft(createStorage({ pag_1: "{not json" }), "pag_1")).toBeNull();
});
