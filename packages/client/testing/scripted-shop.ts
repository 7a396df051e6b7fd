import { afterEach, beforeEach, vi } from "vitest";
import { createGatehouse } from "../src/client.ts";
import { KEY } from "./fake-shop.ts";

/** A client of a server that gives these answers, one after the other, and the requests that it got. */
export function withAnswers(...answers: (() => Response | Promise<Response>)[]) {
  const requests: Request[] = [];
  const shop = createGatehouse({
    url: "https://shop.example",
    key: KEY,
    fetch: async (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1];
      if (!answer) throw new Error("There were more requests than answers");
      return answer();
    },
  });
  return { shop, requests };
}

/** What the shop answers about a feature without a limit. */
export const entitlement = {
  customerId: "usr_1",
  feature: "export",
  allowed: true,
  limit: null,
  until: null,
  because: [],
  reason: "granted",
};

export const answerAllowed = () => Response.json(entitlement);

/** Stops the clock during each test of the file. `settle` moves it. */
export function useStoppedClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Lets all pauses between attempts pass, and returns what the call ended with. */
export async function settle<T>(call: Promise<T>): Promise<T> {
  const settled = call.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  await vi.runAllTimersAsync();
  return (await settled)();
}
