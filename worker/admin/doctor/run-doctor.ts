import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { askOnce, PATIENCE_MS, type Asked, type Check, type Finding, type State } from "./check.ts";
import { checkProvider } from "./provider-checks.ts";
import { shopChecks } from "./shop-checks.ts";
import { stripeChecks } from "./stripe-checks.ts";

export type CheckResult = Finding & { id: string; title: string };

/** `state` is that of the worst. `lookedAt` is in unix milliseconds. */
export type Diagnosis = {
  lookedAt: number;
  state: State;
  canSendMail: boolean;
  checks: CheckResult[];
};

const severity: State[] = ["ok", "note", "warning", "broken"];

/** Looks at everything the shop depends on, side by side. Changes nothing, and does not throw. */
export async function runDoctor(ctx: Ctx): Promise<Diagnosis> {
  const stripe = askOnce(ctx);
  const providers = ctx.config.auth.providers.map(checkProvider);
  const checks = await Promise.all(
    [...stripeChecks, ...providers, ...shopChecks].map((check) => look(ctx, check, stripe)),
  );
  const worst = Math.max(...checks.map(({ state }) => severity.indexOf(state)));
  return {
    lookedAt: ctx.now,
    state: severity[worst] ?? "ok",
    canSendMail: ctx.config.auth.emailSender !== undefined,
    checks,
  };
}

async function look(ctx: Ctx, check: Check, stripe: Asked): Promise<CheckResult> {
  const { id, title } = check;
  const abort = new AbortController();
  const tooLong = scheduler
    .wait(PATIENCE_MS, { signal: abort.signal })
    .then((): Finding => ({ state: "broken", found: "There was no answer within six seconds." }));
  // Given up on when the check was quicker.
  tooLong.catch(() => {});
  try {
    return { id, title, ...(await Promise.race([check.look(ctx, stripe), tooLong])) };
  } catch (error) {
    logEvent("error", "doctor.check_failed", { check: id, error: summarizeError(error) });
    return { id, title, ...explain(error) };
  } finally {
    abort.abort();
  }
}

/** Only what is known to hold no secret is told; the log has the rest. */
function explain(error: unknown): Finding {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return {
      state: "broken",
      found: "Stripe does not accept the shop's key.",
      fix: "Take the secret key from Stripe's dashboard, and hand it to the shop.",
      command: "npx wrangler secret put STRIPE_SECRET_KEY",
    };
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return {
      state: "broken",
      found: "The shop's key may not look at this.",
      fix: "Give the restricted key this permission in Stripe's dashboard, or use a secret key.",
    };
  }
  if (error instanceof Stripe.errors.StripeError) {
    return {
      state: "broken",
      found: "Stripe did not answer as expected.",
      fix: "See status.stripe.com, and look again in a minute.",
    };
  }
  return {
    state: "broken",
    found: "It did not answer.",
    fix: "Look again in a minute; the Worker's log says more.",
  };
}
