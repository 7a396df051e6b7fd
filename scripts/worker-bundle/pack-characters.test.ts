import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { packCharacters } from "./pack-characters.ts";
import { unpackCharacters } from "./unpack-characters.ts";

test("every character of HTML has the same names after it was packed", async () => {
  const path = createRequire(import.meta.url).resolve("character-entities");
  const { characterEntities } = (await import(path)) as {
    characterEntities: Record<string, string>;
  };
  const unpacked = unpackCharacters(packCharacters(characterEntities));
  expect(unpacked.size).toBe(2125);
  expect(Object.fromEntries(unpacked)).toEqual(characterEntities);
  expect(["copy", "nGt", "constructor"].map((name) => unpacked.get(name))).toEqual([
    "©",
    "≫⃒",
    undefined,
  ]);
});

test("characters are packed by the distance of their code points", () => {
  expect(packCharacters({ QUOT: '"', quot: '"', num: "#", nvlt: "<⃒" })).toBe(
    "34QUOT,quot;num;25+8402nvlt;",
  );
});
