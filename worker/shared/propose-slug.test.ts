import { expect, test } from "vitest";
import { proposeSlug } from "./propose-slug.ts";

test.each([
  ["Field Handbook", "field-handbook"],
  ["Die Bäume, 2. Auflage", "die-baume-2-auflage"],
  ["  --  ", ""],
  ["песня", ""],
  ["a".repeat(80), "a".repeat(64)],
])("%j becomes the slug %j", (name, slug) => expect(proposeSlug(name)).toBe(slug));
