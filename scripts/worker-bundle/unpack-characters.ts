/**
 * Reads what `packCharacters` wrote.
 * @returns each character by its name in HTML: `©` by `copy`
 */
export function unpackCharacters(packed: string): Map<string, string> {
  const characters = new Map<string, string>();
  let code = 0;
  for (const [, step, second, names] of packed.matchAll(/(\d*)(?:\+(\d+))?([^;]+);/g)) {
    code += Number(step || 1);
    const character = String.fromCodePoint(code, ...(second ? [Number(second)] : []));
    for (const name of names!.split(",")) characters.set(name, character);
  }
  return characters;
}
