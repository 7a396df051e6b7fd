import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Whether the benchmarks only show that they work, the size of the storm, the customers of the large shop, and the
     * random numbers of both.
     */
    bench: {
      isBrief: boolean;
      customers: number;
      events: number;
      capacity: number;
      seed: number;
    };
  }
}
