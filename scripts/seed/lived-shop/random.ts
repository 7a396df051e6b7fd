/** Random choices that are the same for the same seed, so that a life can be played again. */
export type Random = {
  /** From 0 (inclusive) to 1. */
  next(): number;
  /** From `least` to `most`, with fractions. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks a key, each with a probability proportional to its weight. */
  weighted<Key extends string>(weights: Record<Key, number>): Key;
};

/** Mulberry32: small, and good enough for invented lives. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (items) => items[whole(0, items.length - 1)]!,
    weighted<Key extends string>(weights: Record<Key, number>): Key {
      const entries = Object.entries(weights) as [Key, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries.at(-1)![0];
    },
  };
}
