import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Zone } from "../dns/zone.ts";
import {
  authenticateSession,
  applyCustomerChoices,
  payCheckoutSession,
  type PayResult,
} from "../stripe/checkout/pay-checkout-session.ts";
import { applyPromotionCode } from "../stripe/checkout/totals.ts";
import { settleDebit } from "../stripe/checkout/settle-debit.ts";
import { closeDispute, openDispute } from "../stripe/payments/dispute.ts";
import { testIbans } from "../stripe/payments/test-cards.ts";
import { isPermission } from "../stripe/protocol/permissions.ts";
import { ApiError } from "../stripe/protocol/errors.ts";
import { omitUndefined } from "../stripe/protocol/params.ts";
import { finalRetryActions, type Account } from "../stripe/account.ts";
import { replaceCard } from "../stripe/billing/replace-card.ts";
import { getTermsUrl, setTermsUrl } from "../stripe/catalog/public-details.ts";
import { getTaxSettings, resetTaxSettings } from "../stripe/tax/tax-settings.ts";
import { runAtObjectTime } from "../stripe/time/run-at-object-time.ts";
import { newSigningSecret, rotateSecret } from "../stripe/webhooks/endpoint.ts";
import {
  readWebhookMode,
  webhookModes,
  writeWebhookMode,
} from "../stripe/webhooks/enqueue-deliveries.ts";
import { emitAnyEvent } from "../stripe/webhooks/emit-any-event.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import type { Timekeeper } from "../cron/timekeeper.ts";
import { listRecentEvents } from "./events.ts";
import { createFaultControls } from "./faults.ts";
import { parseBody } from "./parse-body.ts";
import { createTimeControls } from "./time.ts";
import { createPaymentControls } from "./payment-controls.ts";

const webhooksBody = z.strictObject({
  mode: z.enum(webhookModes),
  delayMs: z.int().min(0).max(60_000).default(0),
});
const eventBody = z.looseObject({ id: z.string().min(1).optional() });
const payBody = z.strictObject({
  card: z
    .string()
    .regex(/^[\dA-Z ]+$/, "Give a card number or an IBAN.")
    .default("4242424242424242"),
  name: z.string().min(1).default("Test Buyer"),
  email: z.email().optional(),
  /** Whether 3-D Secure succeeds, if the card requires it. */
  authenticate: z.boolean().default(true),
  /** Minor units, for a price with a custom amount. */
  amount: z.int().min(0).optional(),
  /** A promotion code, if the session allows one. */
  promotionCode: z.string().optional(),
  /** Quantities by line item id, for items with an adjustable quantity. */
  quantities: z.record(z.string(), z.int().min(1)).optional(),
  /** Two letters. Where the customer lives, if the session asks for a billing address. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** A VAT id, if the session asks for one. */
  taxId: z.string().optional(),
});
const settleBody = z.strictObject({ outcome: z.enum(["succeeded", "failed"]) });
const rotateBody = z.strictObject({
  endpoint: z.string().optional(),
  secret: z.string().startsWith("whsec_").optional(),
  keepOldForMs: z.int().min(0).default(3_600_000),
});
const openDisputeBody = z.strictObject({
  charge: z.string(),
  reason: z.string().default("fraudulent"),
});
const closeDisputeBody = z.strictObject({ outcome: z.enum(["won", "lost", "warning_closed"]) });
const cardBody = z.strictObject({
  card: z
    .string()
    .regex(/^[\d ]+$/, "Give a card number.")
    .default("4242424242424242"),
});
const settingsBody = z.strictObject({
  afterRetries: z.enum(finalRetryActions).optional(),
  /** The URL of the terms of service in the account's public details. */
  termsOfServiceUrl: z.url().nullable().optional(),
  /** `unset` is an account that never set up Stripe Tax: no origin address and no default tax behavior. */
  stripeTax: z.enum(["active", "unset"]).optional(),
  managedPaymentsByDefault: z.boolean().optional(),
  managedPaymentsAccepted: z.boolean().optional(),
  pauseAfterFirstFailure: z.boolean().optional(),
  requestsPerSecond: z.int().positive().nullable().optional(),
  resumeAfterPayment: z.boolean().optional(),
  retryDays: z.array(z.number().positive()).max(20).optional(),
});
const restrictedKeyBody = z.strictObject({
  permissions: z.array(
    z.string().refine(isPermission, "Stripe has no such permission, or the sandbox lacks it."),
  ),
});

/** A TXT record of the DNS; null as the value removes all of the name. */
const textRecordBody = z.strictObject({
  name: z.string().min(1).max(255),
  value: z.string().min(1).max(2000).nullable(),
});

/**
 * Creates `/_sandbox`, the control API for programs. A secret key in the `Authorization` header, or as `?account=`,
 * selects the account; without one it is the shop's.
 */
export function createControlApi(standIn: StandIn, timekeeper: Timekeeper, zone: Zone): Hono {
  const control = new Hono();

  control.onError((error, c) => {
    if (error instanceof z.ZodError) {
      return c.json(
        {
          error: "The request does not fit.",
          issues: error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
        },
        400,
      );
    }
    if (error instanceof ApiError)
      return c.json({ error: error.message, code: error.body.code ?? null }, error.status as 400);
    console.error("[sandbox control]", error);
    return c.json({ error: "The sandbox has a defect; its log says more." }, 500);
  });

  control.get("/requests", (c) =>
    c.json({ requests: standIn.requests.list(resolveAccount(c).key) }),
  );

  control.get("/webhooks", (c) => c.json(readWebhookMode(standIn.database, resolveAccount(c).key)));
  control.post("/webhooks", async (c) => {
    const { mode, delayMs } = await parseBody(c, webhooksBody);
    writeWebhookMode(standIn.database, resolveAccount(c).key, mode, delayMs);
    return c.json({ mode, delayMs });
  });
  control.post("/webhooks/flush", async (c) =>
    c.json(await standIn.webhookSender.flush(resolveAccount(c).key)),
  );
  control.post("/webhooks/rotate-secret", async (c) => {
    const account = resolveAccount(c);
    const { endpoint, secret = newSigningSecret(), keepOldForMs } = await parseBody(c, rotateBody);
    const row = endpoint
      ? account.get("webhook_endpoint", endpoint)
      : account.objects.findAll("webhook_endpoint", [])[0];
    if (!row) return c.json({ error: "This account has no webhook endpoint." }, 404);
    standIn.commit(account, () => rotateSecret(account, row, secret, keepOldForMs));
    return c.json({ endpoint: row.id, secret });
  });

  control.route("/", createFaultControls(standIn, resolveAccount));

  control.post("/restricted-keys", async (c) => {
    const { permissions } = await parseBody(c, restrictedKeyBody);
    return c.json({ key: standIn.restrictedKeys.create(resolveAccount(c).key, permissions) });
  });

  control.post("/reset", (c) => {
    standIn.reset(resolveAccount(c).key);
    return c.json({ reset: true });
  });

  control.get("/events", (c) =>
    c.json({ events: listRecentEvents(standIn.database, resolveAccount(c), 100) }),
  );
  control.post("/events", async (c) => {
    const account = resolveAccount(c);
    const fields = await parseBody(c, eventBody);
    return c.json(standIn.commit(account, () => emitAnyEvent(standIn.database, account, fields)));
  });
  control.post("/events/:id/resend", async (c) => {
    const account = resolveAccount(c);
    account.get("event", c.req.param("id"));
    const result = await standIn.webhookSender.resend(account.key, c.req.param("id"));
    return result ? c.json(result) : c.json({ error: "No endpoint asked for this event." }, 404);
  });

  control.post("/checkout/:session/pay", async (c) => {
    const account = resolveAccount(c, c.req.param("session"));
    const {
      card,
      name,
      email,
      authenticate: passesAuthentication,
      amount,
      quantities,
      promotionCode,
      country,
      taxId,
    } = await parseBody(c, payBody);
    const number = card.replaceAll(" ", "");
    const session = c.req.param("session");
    const result = runAtCustomerTime(account, session, (): PayResult => {
      const sessionWithChoices = applyCustomerChoices(account, session, { amount, quantities });
      if (promotionCode) applyPromotionCode(account, session, promotionCode);
      const payer = {
        name,
        email: email ?? sessionWithChoices.customer_details?.email ?? "buyer@example.com",
      };
      const type = testIbans.some(({ iban }) => iban === number) ? "sepa_debit" : "card";
      const paid = payCheckoutSession(account, session, {
        ...payer,
        address: country ? { country } : undefined,
        taxId,
        details: { ...payer, type, number },
      });
      return paid.kind === "authenticate"
        ? authenticateSession(account, session, passesAuthentication)
        : paid;
    });
    const shown = account.serialize("checkout.session", result.session);
    return result.kind === "declined"
      ? c.json({ error: result.decline.message, ...result.decline, session: shown }, 402)
      : c.json(shown);
  });
  control.post("/checkout/:session/settle", async (c) => {
    const account = resolveAccount(c, c.req.param("session"));
    const { outcome } = await parseBody(c, settleBody);
    const session = runAtCustomerTime(account, c.req.param("session"), () =>
      settleDebit(account, c.req.param("session"), outcome),
    );
    return c.json(account.serialize("checkout.session", session));
  });

  control.post("/disputes", async (c) => {
    const account = resolveAccount(c);
    const { charge, reason } = await parseBody(c, openDisputeBody);
    account.get("charge", charge);
    return c.json(standIn.commit(account, () => openDispute(account, charge, reason)));
  });
  control.post("/disputes/:id/close", async (c) => {
    const account = resolveAccount(c);
    const { outcome } = await parseBody(c, closeDisputeBody);
    return c.json(
      standIn.commit(account, () =>
        closeDispute(account, account.get("dispute", c.req.param("id")), outcome),
      ),
    );
  });

  control.route("/", createPaymentControls(standIn, resolveAccount));

  control.post("/customers/:id/card", async (c) => {
    const id = c.req.param("id");
    const account = resolveAccount(c, id);
    const { card } = await parseBody(c, cardBody);
    const number = card.replaceAll(" ", "");
    const method = runAtCustomerTime(account, id, () => replaceCard(account, id, number));
    return c.json(account.serialize("payment_method", method));
  });

  control.get("/settings", (c) => c.json(showSettings(resolveAccount(c))));
  control.post("/settings", async (c) => {
    const { termsOfServiceUrl, stripeTax, ...change } = await parseBody(c, settingsBody);
    const account = resolveAccount(c);
    standIn.commit(account, () => {
      account.changeSettings(omitUndefined(change));
      if (termsOfServiceUrl !== undefined) setTermsUrl(account, termsOfServiceUrl);
      if (stripeTax) resetTaxSettings(account, stripeTax);
    });
    return c.json(showSettings(account));
  });

  control.post("/dns", async (c) => {
    const { name, value } = await parseBody(c, textRecordBody);
    if (value === null) zone.removeRecords({ name });
    else zone.addRecord({ name, value });
    return c.json({ name, values: zone.findTexts(name) ?? [] });
  });

  control.route("/", createTimeControls(timekeeper, resolveAccount));

  control.all("*", (c) => c.json({ error: "There is no such control." }, 404));
  return control;

  function runAtCustomerTime<T>(account: Account, id: string, work: () => T): T {
    return standIn.commit(account, () => runAtObjectTime(account, [id], work));
  }

  function showSettings(account: Account) {
    return {
      ...account.readSettings(),
      termsOfServiceUrl: getTermsUrl(account),
      stripeTax: getTaxSettings(account).status === "active" ? "active" : "unset",
    };
  }

  /** Returns the account of the secret key, else of the object in the path, else the shop's. */
  function resolveAccount(c: Context, objectId?: string): Account {
    const header = c.req.header("authorization");
    if (header !== undefined) return standIn.authenticate(header).account;
    const key = c.req.query("account");
    if (key !== undefined) return standIn.authenticate(`Bearer ${key}`).account;
    return (
      (objectId === undefined ? undefined : standIn.findAccountByObjectId(objectId)) ??
      standIn.getOrCreateAccount(standIn.mainKey)
    );
  }
}
