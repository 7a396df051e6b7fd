import { readConfig } from "./config/config.ts";
import { SECOND } from "./lib/time.ts";

const TIMEOUT_MS = 5 * SECOND;

/**
 * Returns how many milliseconds the shop's time is ahead of the real time. It is 0 unless `CLOCK_URL` is configured:
 * then the sandbox decides, so that the time of the shop moves together with the time of its stand-in for Stripe.
 * @throws Error if the clock does not answer: with another time than Stripe's, the shop would sell nothing
 */
export async function readClockOffset(env: Env): Promise<number> {
  const { clockUrl } = readConfig(env);
  if (clockUrl === undefined) return 0;
  const response = await fetch(clockUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The clock at CLOCK_URL answered ${response.status}.`);
  const { offsetSeconds } = await response.json<{ offsetSeconds?: unknown }>();
  if (typeof offsetSeconds !== "number" || !Number.isSafeInteger(offsetSeconds))
    throw new Error("The answer of the clock at CLOCK_URL has no whole offsetSeconds.");
  return offsetSeconds * SECOND;
}
