import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    storm: { customers: number; events: number; seed: number };
  }
}
