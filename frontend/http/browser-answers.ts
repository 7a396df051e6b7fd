import type { QueryClient } from "@tanstack/react-query";
import { createFirstAnswers, type Answers } from "./answers.ts";
import { markSessionEnded } from "./session.ts";

/** The browser's answers until React Query has loaded. */
export const firstAnswers = createFirstAnswers(markSessionEnded);

// As React Query does: who comes back to the page, or back online, sees what is true now.
for (const type of ["visibilitychange", "online"])
  addEventListener(type, () => document.visibilityState === "visible" && firstAnswers.refresh());

type Current = { answers: Answers; client?: QueryClient };

let current: Current = { answers: firstAnswers };
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Where the browser's answers are now: changes once. */
export const answerSource = {
  get: () => current,
  subscribe(onChange: () => void) {
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  },
};

/**
 * Loads React Query, once, and gives it all answers. Its code is a part of all screens that need it, and loads with
 * them.
 * @throws if it cannot be loaded; the next call tries again
 */
export function loadQueryClient(): Promise<void> {
  loading ??= moveToReactQuery().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function moveToReactQuery(): Promise<void> {
  const { queryClient, createClientAnswers } = await import("./query.ts");
  firstAnswers.moveTo(queryClient);
  current = { answers: createClientAnswers(queryClient), client: queryClient };
  for (const onChange of listeners) onChange();
}
