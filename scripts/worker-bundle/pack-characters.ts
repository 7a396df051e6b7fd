import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Packs the 2,125 names that characters have in HTML (`&copy;`), which Markdown may contain. As the object that the
 * package has, they take 4 kB more, and each start of the Worker would make it. The first name that is read unpacks
 * them.
 */
export function packNamesOfCharacters(): Plugin {
  return {
    name: "pack-names-of-characters",
    transform: {
      filter: { id: /\/decode-named-character-reference\/index\.js$/ },
      async handler(_, id) {
        const file = await this.resolve("character-entities", id);
        if (!file) throw new Error("Markdown's parser has no names of characters anymore");
        const { characterEntities } = (await import(file.id)) as {
          characterEntities: Record<string, string>;
        };
        const unpack = join(import.meta.dirname, "unpack-characters.ts");
        const code = `import { unpackCharacters } from ${JSON.stringify(unpack)};
let characters;
export function decodeNamedCharacterReference(name) {
  characters ??= unpackCharacters(${JSON.stringify(packCharacters(characterEntities))});
  return characters.get(name) ?? false;
}`;
        return { code, map: null };
      },
    },
  };
}

/**
 * Writes the characters in the order of their code points: for each, how much its code point is above the one before
 * (nothing for 1), a second code point after a plus, and its names: `34quot,QUOT;4amp,AMP;`.
 * @param characters each character by its name
 */
export function packCharacters(characters: Record<string, string>): string {
  const namesOf = Map.groupBy(Object.keys(characters), (name) => characters[name]!);
  let last = 0;
  return [...namesOf]
    .map(([character, names]) => ({ codes: [...character].map((c) => c.codePointAt(0)!), names }))
    .toSorted((a, b) => a.codes[0]! - b.codes[0]!)
    .map(({ codes: [code, second], names }) => {
      const step = code! - last;
      last = code!;
      // Long names first: the order that compresses best.
      const sorted = names.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
      return `${step === 1 ? "" : step}${second ? `+${second}` : ""}${sorted.join()};`;
    })
    .join("");
}
