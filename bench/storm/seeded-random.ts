/** Creates a generator of random numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    next,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
    shuffle<Item>(items: readonly Item[]): Item[] {
      return items
        .map((item) => ({ item, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item);
    },
  };
}

export type SeededRandom = ReturnType<typeof createSeededRandom>;
