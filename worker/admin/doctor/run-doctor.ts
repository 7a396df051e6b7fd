import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import {
  createStripeLookups,
  CHECK_TIMEOUT_MS,
  DEPLOY_COMMAND,
  broken,
  type StripeLookups,
  type Check,
  type Finding,
  type CheckState,
} from "./check.ts";
import { readMissingPermissions } from "../../stripe/permissions.ts";
import { releaseSettings } from "../../settings/release-settings.ts";
import { recordSignal } from "../../sync/health/health-signals.ts";
import { developerChecks } from "./developer-checks.ts";
import { checkProvider } from "./provider-checks.ts";
import { shopChecks } from "./shop-checks.ts";
import { EDIT_KEY_FIX, keyCheck } from "./key-check.ts";
import { stripeChecks } from "./stripe-checks.ts";
import { consentChecks } from "./consent-checks.ts";
import { lawCheck } from "./law-check.ts";
import { taxChecks } from "./tax-checks.ts";
import { versionCheck } from "./version-check.ts";

export type CheckResult = Finding & { id: string; title: string };

/** `state` is the most severe of all checks. `checkedAt` is in unix milliseconds. */
export type Diagnosis = {
  checkedAt: number;
  state: CheckState;
  canSendEmail: boolean;
  /** Whether the shop asks for newer versions; null if no repository is configured. */
  asksForReleases: boolean | null;
  checks: CheckResult[];
};

const statesBySeverity: CheckState[] = ["ok", "note", "warning", "broken"];

/** Runs all checks in parallel. Changes nothing that anyone sees, and never throws. */
export async function runDoctor(ctx: Ctx): Promise<Diagnosis> {
  const stripe = createStripeLookups(ctx);
  const providers = ctx.config.auth.providers.map(checkProvider);
  const checks = await Promise.all(
    [
      keyCheck,
      ...stripeChecks,
      ...taxChecks,
      lawCheck,
      ...consentChecks,
      ...providers,
      ...shopChecks,
      ...developerChecks,
      versionCheck,
    ].map((check) => runCheck(ctx, check, stripe)),
  );
  const worst = Math.max(...checks.map(({ state }) => statesBySeverity.indexOf(state)));
  const state = statesBySeverity[worst] ?? "ok";
  // The checklist of a new shop reads it. A database that does not answer is a finding already.
  await recordSignal(ctx, state === "broken" ? "doctor_failed" : "doctor_passed").catch(
    (error: unknown) =>
      logEvent("error", "doctor.not_recorded", { error: summarizeError(error) }, ctx),
  );
  const asks = ctx.config.updatesFrom === undefined ? null : (await releaseSettings.read(ctx)).asks;
  return {
    checkedAt: ctx.now,
    state,
    canSendEmail: ctx.config.auth.emailSender !== undefined,
    asksForReleases: asks,
    checks,
  };
}

async function runCheck(ctx: Ctx, check: Check, stripe: StripeLookups): Promise<CheckResult> {
  const { id, title } = check;
  const abort = new AbortController();
  const timeout = scheduler
    .wait(CHECK_TIMEOUT_MS, { signal: abort.signal })
    .then((): Finding => broken("No response within 6 seconds."));
  // The timer rejects when it is aborted because the check finished first.
  timeout.catch(() => {});
  try {
    return { id, title, ...(await Promise.race([check.run(ctx, stripe), timeout])) };
  } catch (error) {
    logEvent("error", "doctor.check_failed", { check: id, error: summarizeError(error) }, ctx);
    return { id, title, ...explainError(error) };
  } finally {
    abort.abort();
  }
}

/** Maps an error to a message that contains no secrets; the details are in the log. */
function explainError(error: unknown): Finding {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return broken(
      "Stripe rejected the shop’s key.",
      "Copy the secret key from the Stripe dashboard, set it as STRIPE_SECRET_KEY, then deploy.",
      DEPLOY_COMMAND,
    );
  if (error instanceof Stripe.errors.StripePermissionError) {
    const names = readMissingPermissions(error.message).join(", ");
    return broken(
      names
        ? `The shop’s restricted key is missing a permission for this check: ${names}.`
        : "The shop’s restricted key is missing a permission for this check.",
      EDIT_KEY_FIX,
    );
  }
  if (error instanceof Stripe.errors.StripeError)
    return broken(
      "Stripe didn’t respond as expected.",
      "Check status.stripe.com, then try again in a minute.",
    );
  return broken("No response.", "Try again in a minute. For details, check the Worker’s logs.");
}
