/**
 * Where a component is in its tree: React makes ids of it, in the browser as here. The bits of `id`, below the highest,
 * are the indexes on the way from the root, the nearest first; `rest` has those that no longer fit, in base 32.
 */
export type Place = { id: number; rest: string };

export const root: Place = { id: 1, rest: "" };

const countBits = (number: number) => 32 - Math.clz32(number);

/** Returns the place of one of `count` siblings, from index 0. */
export function enter({ id, rest }: Place, count: number, index: number): Place {
  let used = countBits(id) - 1;
  let indexes = id & ~(1 << used);
  let moved = "";
  if (countBits(count) + used > 30) {
    // Whole digits of base 32.
    const surplus = used - (used % 5);
    moved = (indexes & ((1 << surplus) - 1)).toString(32);
    indexes >>= surplus;
    used -= surplus;
  }
  return {
    id: (1 << (countBits(count) + used)) | ((index + 1) << used) | indexes,
    rest: moved + rest,
  };
}

export function namePlace({ id, rest }: Place): string {
  return (id & ~(1 << (countBits(id) - 1))).toString(32) + rest;
}
