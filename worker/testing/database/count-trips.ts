import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import worker from "../../index.ts";
import { forgetSiteVersion } from "../../db/site-version.ts";
import { ORIGIN, type Browser } from "../clients/sign-in.ts";
import type { TestShop } from "../shop.ts";
import { interceptDatabase } from "./intercept-database.ts";

/** How many turns of the event loop pass without another trip before the waiting ones are answered. */
const QUIET_TURNS = 10;

type Target = "d1" | "stripe";

/**
 * The trips of one request until its answer.
 * @property d1 calls to D1; a batch is one
 * @property stripe requests to Stripe
 * @property d1Steps how often the request waited for D1: trips that overlap are one step
 * @property stripeSteps how often it waited for Stripe, also if it asked D1 meanwhile: Stripe takes longer
 * @property steps what each step asked, to find what can be joined
 */
export type TripCount = {
  d1: number;
  stripe: number;
  d1Steps: number;
  stripeSteps: number;
  steps: string[][];
};

/**
 * Sends a request as the browser's user through the whole Worker, and counts its trips to D1 and Stripe. Every trip
 * takes the same logical time: all that wait are answered together once nothing else can run. So the counts don't depend
 * on the speed of the machine. Load what the request imports first, for example with another user's request.
 *
 * The request meets an isolate that remembers nothing of the shop: neither the site's state nor the Stripe account.
 */
export async function countTrips(
  shop: TestShop,
  browser: Pick<Browser, "cookie">,
  request: { method?: "GET" | "POST"; path: string; body?: unknown },
): Promise<{ status: number; answer: unknown; trips: TripCount }> {
  const steps: string[][] = [];
  const count: TripCount = { d1: 0, stripe: 0, d1Steps: 0, stripeSteps: 0, steps };
  let waiting: { target: Target; name: string; answer: () => Promise<void> }[] = [];
  const state = { isCounting: true };

  /** Makes the call when its step has come. Its result arrives together with all others of the step. */
  function takeTrip<Answer>(target: Target, name: string, call: () => Promise<Answer>) {
    if (!state.isCounting) return call();
    return new Promise<Answer>((resolve, reject) => {
      waiting.push({
        target,
        name,
        answer: () =>
          call().then(
            (answer) => void arrived.push(() => resolve(answer)),
            (error: unknown) => void arrived.push(() => reject(error as Error)),
          ),
      });
    });
  }
  let arrived: (() => void)[] = [];

  async function answerStep(): Promise<void> {
    const step = waiting;
    waiting = [];
    arrived = [];
    await Promise.all(step.map(({ answer }) => answer()));
    for (const deliver of arrived) deliver();
    if (!state.isCounting) return;
    const countOf = (wanted: Target) => step.filter(({ target }) => target === wanted).length;
    count.d1 += countOf("d1");
    count.stripe += countOf("stripe");
    if (countOf("stripe") > 0) count.stripeSteps++;
    else count.d1Steps++;
    steps.push(step.map(({ name }) => name));
  }

  async function answerSteps(): Promise<void> {
    while (state.isCounting) {
      for (let turns = 0, seen = waiting.length; turns < QUIET_TURNS; turns++) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (waiting.length !== seen) turns = -1;
        seen = waiting.length;
      }
      if (waiting.length > 0) await answerStep();
    }
    // Deferred work goes on without being counted.
    await answerStep();
  }

  // Stripe's client takes `fetch` when it is made, and a new environment makes a new client.
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const sent = new Request(input, init);
    if (!sent.url.startsWith(shop.env.STRIPE_API_URL ?? "https://api.stripe.com/"))
      return originalFetch(sent);
    const name = `${sent.method} ${new URL(sent.url).pathname}`;
    return takeTrip("stripe", name, async () => {
      const response = await originalFetch(sent);
      // The whole body is part of the trip.
      return new Response(await response.arrayBuffer(), response);
    });
  };
  const shopEnv: Env = {
    ...shop.env,
    DB: interceptDatabase(shop.env.DB, (sql, call) =>
      takeTrip("d1", sql.map(abbreviate).join("; "), call),
    ),
  };
  const execution = createExecutionContext();
  try {
    forgetSiteVersion();
    const answering = answerSteps();
    const response = await worker.fetch(toRequest(browser, request), shopEnv, execution);
    const answer = await response.json();
    state.isCounting = false;
    await answering;
    return { status: response.status, answer, trips: count };
  } finally {
    state.isCounting = false;
    await waitOnExecutionContext(execution);
    globalThis.fetch = originalFetch;
  }
}

function toRequest(
  browser: Pick<Browser, "cookie">,
  { method = "GET", path, body }: { method?: "GET" | "POST"; path: string; body?: unknown },
): Request {
  return new Request(new URL(path, ORIGIN), {
    method,
    headers: { cookie: browser.cookie(), origin: ORIGIN, "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
  });
}

/** Returns the verb and the tables of a statement: `select orders, products`. */
function abbreviate(sql: string): string {
  const [verb = ""] = /\w+/.exec(sql) ?? [];
  const tables = sql.matchAll(/\b(?:from|join|into|update)\s+["`]?(\w+)/gi);
  return `${verb.toLowerCase()} ${[...new Set([...tables].map(([, table]) => table))].join(", ")}`;
}
