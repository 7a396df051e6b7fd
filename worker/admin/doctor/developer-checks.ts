import { listApiKeys } from "../../identity/keys/list-keys.ts";
import { DAY } from "../../lib/time.ts";
import { listEndpoints } from "../../webhooks/endpoints.ts";
import { formatTime, broken, note, ok, warning, type Check } from "./check.ts";

/** Keys that expire within this time are worth a warning. */
const EXPIRES_SOON_MS = 14 * DAY;

const endpoints: Check = {
  id: "webhook_endpoints",
  title: "Webhooks for your programs",
  async run(ctx) {
    const all = await listEndpoints(ctx);
    if (all.length === 0) return note("No webhook endpoints.");
    const stopped = all.find(
      ({ status, statusReason }) => status === "paused" || statusReason === "gone",
    );
    if (stopped)
      return broken(
        `${stopped.url} gets no events because it failed for 5 days or returned 410 Gone. No event is lost.`,
        "Check the responses under Developers → Webhooks. Fix the endpoint, then resume it.",
      );
    const failing = all.find(
      ({ status, failingSince }) => status === "enabled" && failingSince !== null,
    );
    if (failing)
      return warning(
        `Every delivery to ${failing.url} has failed since ${formatTime(Date.parse(failing.failingSince ?? ""))}.`,
        "Check the responses under Developers → Webhooks. The shop retries for 5 days.",
      );
    return ok(all.length === 1 ? "The endpoint works." : `All ${all.length} endpoints work.`);
  },
};

const apiKeys: Check = {
  id: "api_keys",
  title: "API keys",
  async run(ctx) {
    const live = (await listApiKeys(ctx)).filter(({ status }) => status === "live");
    if (live.length === 0) return note("No API keys.");
    const [first, ...others] = live
      .filter(({ expiresAt }) => expiresAt !== null && expiresAt - ctx.now < EXPIRES_SOON_MS)
      .toSorted((one, two) => Number(one.expiresAt) - Number(two.expiresAt));
    if (!first)
      return ok(live.length === 1 ? "1 key is active." : `${live.length} keys are active.`);
    const more = others.length > 0 ? `, and ${others.length} more expire within 14 days` : "";
    return warning(
      `The key “${first.name}” (${first.prefix}…) expires on ${formatTime(Number(first.expiresAt))}${more}.`,
      "Roll the key under Developers → API keys, then update your program.",
    );
  },
};

/** Checks of what other programs use. */
export const developerChecks: Check[] = [endpoints, apiKeys];
