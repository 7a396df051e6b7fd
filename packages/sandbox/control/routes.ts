import { Hono, type Context } from "hono";
import { z } from "zod";
import {
  authenticateSession,
  choose,
  paySession,
  type PayResult,
} from "../stripe/checkout/pay-checkout-session.ts";
import { enterPromotion } from "../stripe/checkout/totals.ts";
import { settleDebit } from "../stripe/checkout/settle-debit.ts";
import { closeDispute, openDispute } from "../stripe/payments/dispute.ts";
import { testIbans } from "../stripe/payments/test-cards.ts";
import { authenticate } from "../stripe/protocol/parse-secret-key.ts";
import { ApiError } from "../stripe/protocol/errors.ts";
import { afterRetriesChoices, type Account } from "../stripe/account.ts";
import { swapCard } from "../stripe/payments/replace-card.ts";
import { inTimeOf } from "../stripe/time/run-at-object-time.ts";
import { newSecret, rotateSecret } from "../stripe/webhooks/endpoint.ts";
import {
  readWebhookMode,
  webhookModes,
  writeWebhookMode,
} from "../stripe/webhooks/enqueue-deliveries.ts";
import { shopKey, type StandIn } from "../stripe/stand-in.ts";
import { listEvents } from "./events.ts";

const webhooksBody = z.strictObject({
  mode: z.enum(webhookModes),
  delayMs: z.int().min(0).max(60_000).default(0),
});
const faultBody = z
  .strictObject({
    match: z
      .string()
      .regex(
        /^(GET|POST|DELETE|\*) \/\S*$/,
        "Write a method and a path, such as `POST /v1/refunds`.",
      ),
    /** 0 takes an earlier fault of the same `match` away. */
    times: z.int().min(0).default(1),
    status: z.int().min(400).max(599).nullable().default(null),
    afterCommit: z.boolean().default(false),
    delayMs: z.int().min(0).max(60_000).default(0),
  })
  .refine(
    ({ status, delayMs }) => status !== null || delayMs > 0,
    "Give a `status`, a `delayMs`, or both.",
  );
const payBody = z.strictObject({
  card: z
    .string()
    .regex(/^[\dA-Z ]+$/, "Give a card number or an IBAN.")
    .default("4242424242424242"),
  name: z.string().min(1).default("Test Buyer"),
  email: z.email().optional(),
  /** The answer on the 3-D Secure page, when the card asks. */
  authenticate: z.boolean().default(true),
  /** Minor units, for a price that the buyer chooses. */
  amount: z.int().min(0).optional(),
  /** Typed on the page, where the session takes codes. */
  promotionCode: z.string().optional(),
  /** By line item id, where the quantity is the buyer's. */
  quantities: z.record(z.string(), z.int().min(1)).optional(),
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
const settingsBody = z.strictObject({ afterRetries: z.enum(afterRetriesChoices) });
const clockBody = z.strictObject({ advanceSeconds: z.int().min(1) });

/** `/_sandbox`: the sandbox for programs. The account is the bearer key's, the shop's when there is none. */
export function createControl(standIn: StandIn): Hono {
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

  control.get("/requests", (c) => c.json({ requests: standIn.requests.list(accountOf(c).key) }));

  control.get("/webhooks", (c) => c.json(readWebhookMode(standIn.database, accountOf(c).key)));
  control.post("/webhooks", async (c) => {
    const { mode, delayMs } = await read(c, webhooksBody);
    writeWebhookMode(standIn.database, accountOf(c).key, mode, delayMs);
    return c.json({ mode, delayMs });
  });
  control.post("/webhooks/flush", async (c) =>
    c.json(await standIn.courier.flush(accountOf(c).key)),
  );
  control.post("/webhooks/rotate-secret", async (c) => {
    const account = accountOf(c);
    const { endpoint, secret = newSecret(), keepOldForMs } = await read(c, rotateBody);
    const row = endpoint
      ? account.get("webhook_endpoint", endpoint)
      : account.objects.all("webhook_endpoint", [])[0];
    if (!row) return c.json({ error: "This account has no webhook endpoint." }, 404);
    standIn.commit(account, () => rotateSecret(account, row, secret, keepOldForMs));
    return c.json({ endpoint: row.id, secret });
  });

  control.post("/faults", async (c) => {
    const fault = await read(c, faultBody);
    standIn.faults.add(accountOf(c).key, fault);
    return c.json(fault);
  });
  control.get("/faults", (c) => c.json({ faults: standIn.faults.list(accountOf(c).key) }));

  control.post("/reset", (c) => {
    standIn.reset(accountOf(c).key);
    return c.json({ reset: true });
  });

  control.get("/events", (c) =>
    c.json({ events: listEvents(standIn.database, accountOf(c), 100) }),
  );
  control.post("/events/:id/resend", async (c) => {
    const account = accountOf(c);
    account.get("event", c.req.param("id"));
    const result = await standIn.courier.resend(account.key, c.req.param("id"));
    return result ? c.json(result) : c.json({ error: "No endpoint asked for this event." }, 404);
  });

  control.post("/checkout/:session/pay", async (c) => {
    const account = accountOf(c, c.req.param("session"));
    const {
      card,
      name,
      email,
      authenticate: passes,
      amount,
      quantities,
      promotionCode,
    } = await read(c, payBody);
    const number = card.replaceAll(" ", "");
    const session = c.req.param("session");
    const result = inCustomersTime(account, session, (): PayResult => {
      const chosen = choose(account, session, { amount, quantities });
      if (promotionCode) enterPromotion(account, session, promotionCode);
      const payer = { name, email: email ?? chosen.customer_details?.email ?? "buyer@example.com" };
      const type = testIbans.some(({ iban }) => iban === number) ? "sepa_debit" : "card";
      const paid = paySession(account, session, {
        ...payer,
        details: { ...payer, type, number, expMonth: 12, expYear: new Date().getUTCFullYear() + 3 },
      });
      return paid.kind === "authenticate" ? authenticateSession(account, session, passes) : paid;
    });
    const shown = account.show("checkout.session", result.session);
    return result.kind === "declined"
      ? c.json({ error: result.decline.message, ...result.decline, session: shown }, 402)
      : c.json(shown);
  });
  control.post("/checkout/:session/settle", async (c) => {
    const account = accountOf(c, c.req.param("session"));
    const { outcome } = await read(c, settleBody);
    const session = inCustomersTime(account, c.req.param("session"), () =>
      settleDebit(account, c.req.param("session"), outcome),
    );
    return c.json(account.show("checkout.session", session));
  });

  control.post("/disputes", async (c) => {
    const account = accountOf(c);
    const { charge, reason } = await read(c, openDisputeBody);
    account.get("charge", charge);
    return c.json(standIn.commit(account, () => openDispute(account, charge, reason)));
  });
  control.post("/disputes/:id/close", async (c) => {
    const account = accountOf(c);
    const { outcome } = await read(c, closeDisputeBody);
    return c.json(
      standIn.commit(account, () =>
        closeDispute(account, account.get("dispute", c.req.param("id")), outcome),
      ),
    );
  });

  control.post("/customers/:id/card", async (c) => {
    const id = c.req.param("id");
    const account = accountOf(c, id);
    const { card } = await read(c, cardBody);
    const number = card.replaceAll(" ", "");
    const method = inCustomersTime(account, id, () => swapCard(account, id, number));
    return c.json(account.show("payment_method", method));
  });

  control.get("/settings", (c) => c.json({ afterRetries: accountOf(c).afterRetries() }));
  control.post("/settings", async (c) => {
    const { afterRetries } = await read(c, settingsBody);
    accountOf(c).setAfterRetries(afterRetries);
    return c.json({ afterRetries });
  });

  control.get("/clock", (c) => c.json({ now: accountOf(c).clock.now() }));
  control.post("/clock", async (c) => {
    const account = accountOf(c);
    const { advanceSeconds } = await read(c, clockBody);
    account.clock.advance(advanceSeconds);
    standIn.commit(account, () => undefined);
    return c.json({ now: account.clock.now() });
  });

  control.all("*", (c) => c.json({ error: "There is no such control." }, 404));
  return control;

  function inCustomersTime<T>(account: Account, id: string, work: () => T): T {
    return standIn.commit(account, () => inTimeOf(account, [id], work));
  }

  /** The bearer's account; else the owner of the object in the path; else the shop. */
  function accountOf(c: Context, owned?: string): Account {
    const header = c.req.header("authorization");
    if (header !== undefined) return standIn.accountOf(authenticate(header));
    return (owned === undefined ? undefined : standIn.ownerOf(owned)) ?? standIn.accountOf(shopKey);
  }
}

async function read<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  let body: unknown = {};
  try {
    if (text) body = JSON.parse(text);
  } catch {
    throw new ApiError(400, { type: "invalid_request_error", message: "The body is not JSON." });
  }
  return schema.parse(body);
}
