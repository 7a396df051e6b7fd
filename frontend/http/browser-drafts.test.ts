import { expect, test } from "vitest";
import { endDraftsOfOthers, getDraftKey } from "./browser-drafts.ts";

function createStorage(names: string[]) {
  const items = new Map(names.map((name) => [name, "text"]));
  return {
    items,
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

const ann = [getDraftKey("usr_ann", "pag_1"), getDraftKey("usr_ann", "new")];
const bob = [getDraftKey("usr_bob", "pag_1")];

test("drafts end when the user signs out", () => {
  const storage = createStorage([...ann, ...bob, "page-draft:pag_1", "gatehouse.other"]);
  endDraftsOfOthers(null, () => storage);
  expect([...storage.items.keys()]).toEqual(["gatehouse.other"]);
});

test("drafts end when another user signs in, whose own drafts stay", () => {
  const storage = createStorage([...ann, ...bob, "page-draft:pag_1"]);
  endDraftsOfOthers("usr_bob", () => storage);
  expect([...storage.items.keys()]).toEqual(bob);
});

test("disabled storage is no error", () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  expect(() => endDraftsOfOthers(null, refuse)).not.toThrow();
});
