import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of this test run's sandbox. */
    sandboxUrl: string;
  }
}
