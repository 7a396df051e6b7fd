import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of this test run's sandbox. */
    sandboxUrl: string;
    /** For `npm run fuzz`: how many requests, 0 for the short run of the suite; and the seed, 0 for a fixed one. */
    fuzz: { requests: number; seed: number };
    /** How many random lives a test lives through, and from which seed on. `LIVES=200 LIVES_SEED=7` sets them. */
    lives: { count: number; seed: number };
  }
}
