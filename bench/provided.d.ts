import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether the benchmarks only show that they work, and the size and the random numbers of the storm. */
    bench: { isBrief: boolean; customers: number; events: number; seed: number };
  }
}
