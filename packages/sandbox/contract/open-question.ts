import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** What depends on the answer, if Stripe's documents leave it open and only a key settles it. */
    openQuestion?: string;
    /** Why it could not be asked. */
    skipReason?: string;
  }
}

/** Ends a test that this run cannot ask, and puts the reason into the report. */
export function skipQuestion(context: TestContext, reason: string): never {
  context.task.meta.skipReason = reason;
  return context.skip(reason);
}

/**
 * Marks a contract test whose answer Stripe's documents leave open: the stand-in assumes one, and only a run with a key
 * settles it. The report lists these first.
 * @param consequence what depends on the answer, in a sentence
 */
export function openQuestion(
  consequence: string,
  ask: (context: TestContext) => Promise<void>,
): (context: TestContext) => Promise<void> {
  return async (context) => {
    context.task.meta.openQuestion = consequence;
    await ask(context);
  };
}
