import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the sandbox of this test run listens. */
    sandboxUrl: string;
  }
}
