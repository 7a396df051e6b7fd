import { readConfig } from "./config/config.ts";
import { SECOND } from "./lib/time.ts";

const TIMEOUT_MS = 5 * SECOND;

/** How many requests ask the clock at the same time. The others wait for an answer of these. */
const MAX_READS = 20;
const clock = { reads: 0, answers: 0, offsetMs: 0 };

/**
 * Returns how many milliseconds the shop's time is ahead of the real time. It is 0 unless `CLOCK_URL` is configured:
 * then the sandbox decides, so that the time of the shop moves together with the time of its stand-in for Stripe.
 * @param isVisit whether it is for a person's request, during which the sandbox keeps the time still
 * @throws Error if the clock does not answer: with another time than Stripe's, the shop would sell nothing
 */
export async function readClockOffset(env: Env, isVisit = false): Promise<number> {
  const { clockUrl } = readConfig(env);
  if (clockUrl === undefined) return 0;
  const { answers } = clock;
  while (clock.reads >= MAX_READS) {
    await scheduler.wait(10);
    if (clock.answers > answers) return clock.offsetMs;
  }
  clock.reads++;
  try {
    clock.offsetMs = await askClock(clockUrl, isVisit);
    clock.answers++;
    return clock.offsetMs;
  } finally {
    clock.reads--;
  }
}

async function askClock(clockUrl: string, isVisit: boolean): Promise<number> {
  const response = await fetch(clockUrl, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(isVisit && { headers: { "x-visit": "1" } }),
  });
  if (!response.ok) throw new Error(`The clock at CLOCK_URL answered ${response.status}.`);
  const { offsetSeconds } = await response.json<{ offsetSeconds?: unknown }>();
  if (typeof offsetSeconds !== "number" || !Number.isSafeInteger(offsetSeconds))
    throw new Error("The answer of the clock at CLOCK_URL has no whole offsetSeconds.");
  return offsetSeconds * SECOND;
}
