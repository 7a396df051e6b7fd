import { expect, test } from "vitest";
import { readDraft, writeDraft } from "./draft-storage.ts";

function openKeep(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial));
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test("a draft is found again by its page, until it is taken away", () => {
  const keep = openKeep();
  const draft = { values: { body: "Half a sen" }, keptAt: 7 };
  writeDraft(keep, "pag_1", draft);
  expect(readDraft(keep, "pag_1")).toEqual(draft);
  expect(readDraft(keep, "pag_2")).toBeNull();
  writeDraft(keep, "pag_1", null);
  expect(readDraft(keep, "pag_1")).toBeNull();
});

test("a browser without room, or with another's text, has no draft and breaks nothing", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  writeDraft({ getItem: full, setItem: full, removeItem: full }, "pag_1", {
    values: {},
    keptAt: 0,
  });
  expect(readDraft({ getItem: full, setItem: full, removeItem: full }, "pag_1")).toBeNull();
  expect(readDraft(openKeep({ "page-draft:pag_1": "{not json" }), "pag_1")).toBeNull();
});
