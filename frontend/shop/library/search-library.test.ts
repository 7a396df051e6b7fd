import { expect, test } from "vitest";
import { searchLibrary } from "./search-library.ts";

const product = (name: string) => ({
  id: "prd_1",
  slug: "a-slug",
  name,
  tagline: "Recorded slowly",
  image: null,
  planGroup: null,
  parts: null,
});

const benefit = (name: string, more: object = {}) =>
  ({ id: "bnf_1", grantId: "grt_1", type: "link", name, note: null, url: null, ...more }) as never;

const handbook = {
  product: product("The Field Handbook"),
  benefits: [
    benefit("Downloads", { files: [{ name: "Tide tables", versions: [{ label: "2.1" }] }] }),
  ],
};
const window = {
  product: product("La Fenêtre"),
  benefits: [benefit("Pages", { pages: [{ title: "How we recorded it" }] })],
};
const library = [handbook, window];

test.each([
  ["a product, in part and in any case", "HANDB", [handbook]],
  ["without accents", "fenetre", [window]],
  ["a benefit", "downloads", [handbook]],
  ["a file deep inside", "tide 2.1", [handbook]],
  ["a page", "how we", [window]],
  ["words in any order", "slowly recorded", library],
  ["every word, or nothing", "handbook fenetre", []],
  ["no id, no type and no slug", "prd_1", []],
  ["nothing at all is everything", "  ", library],
])("the library's search finds %s", (_, query, found) => {
  expect(searchLibrary(library, query)).toEqual(found);
});
