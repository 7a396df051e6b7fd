import Stripe from "stripe";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { fail } from "../errors.ts";
import { SECOND } from "../lib/time.ts";
import type { StripeClient } from "./client.ts";

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook delivery against each configured secret (two during a rotation) and parses it.
 * @param rawBody the body exactly as received
 * @returns the event; a thin one if the delivery is from a destination for these
 * @throws `webhook_signature` unless a secret matches and the signature's time is within 300 s of now, in either
 *   direction; `invalid_input` for signed JSON that is no event
 */
export async function verifyEvent(
  stripe: StripeClient,
  config: Config["stripe"],
  delivery: { rawBody: string; signature: string | undefined; now: number },
): Promise<Stripe.Event | ThinEvent> {
  const { rawBody, signature, now } = delivery;
  if (!signature) throw fail("webhook_signature", { reason: "no signature" });
  const times = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)];
  // With two, this check and Stripe's library could each read another one.
  if (times.length !== 1) throw fail("webhook_signature", { reason: "not exactly one time" });
  // Stripe's library accepts timestamps in the future.
  const signedAt = Number(/^\d+$/.exec(times[0]?.[1] ?? "")?.[0]);
  if (!(signedAt <= now / SECOND + TOLERANCE_SECONDS)) {
    throw fail("webhook_signature", { reason: "signed in the future, or at no time" });
  }
  await verifyWithAnySecret(stripe, config.webhookSecrets, rawBody, signature, now);
  return parseEvent(rawBody);
}

/** What every event has. The types of thin events can have brackets: `v2.core.account[identity].updated`. */
const anyEvent = {
  id: z.string().regex(/^\w{1,255}$/),
  type: z.string().regex(/^[\w.[\]]{1,255}$/),
};

/** What the shop reads of an event. */
const eventShape = z.looseObject({
  ...anyEvent,
  created: z.int().min(0).max(1e11),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** An event of Stripe's API v2, which carries no object. */
const thinShape = z.looseObject({ object: z.literal("v2.core.event"), ...anyEvent });
export type ThinEvent = z.output<typeof thinShape>;

/** @throws `invalid_input` */
function parseEvent(rawBody: string): Stripe.Event | ThinEvent {
  let verified: unknown;
  try {
    verified = JSON.parse(rawBody);
  } catch (cause) {
    throw fail("invalid_input", { reason: "a signed body is no JSON", cause });
  }
  const thin = thinShape.safeParse(verified);
  if (thin.success) return thin.data;
  const result = eventShape.safeParse(verified);
  if (result.success) return verified as Stripe.Event;
  const [issue] = result.error.issues;
  throw fail("invalid_input", {
    reason: `a signed event is malformed at ${issue?.path.join(".")}`,
  });
}

async function verifyWithAnySecret(
  stripe: StripeClient,
  secrets: string[],
  rawBody: string,
  signature: string,
  now: number,
): Promise<void> {
  const crypto = Stripe.createSubtleCryptoProvider();
  let lastError: unknown;
  for (const secret of secrets) {
    try {
      // `constructEventAsync` would refuse thin events, as if their signature were wrong.
      await stripe.webhooks.signature!.verifyHeaderAsync(
        rawBody,
        signature,
        secret,
        TOLERANCE_SECONDS,
        crypto,
        now,
      );
      return;
    } catch (error) {
      lastError = error;
    }
  }
  throw fail("webhook_signature", { reason: "no secret matches", cause: lastError });
}

/** What an event is about: its customer, the payment it belongs to, or its product. */
export type EventSubject = {
  stripeCustomerId: string | null;
  stripePaymentIntentId: string | null;
  stripeChargeId: string | null;
  stripeProductId: string | null;
};

/** Returns what an event is about. Nothing else in the payload is trusted; the sync refetches it. */
export function readEventSubject(event: Stripe.Event): EventSubject {
  const object = event.data.object as unknown as Record<string, unknown>;
  const type = object["object"];
  return {
    stripeCustomerId: idOf(type === "customer" ? object["id"] : object["customer"]),
    stripePaymentIntentId: idOf(object["payment_intent"]),
    stripeChargeId: idOf(type === "charge" ? object["id"] : object["charge"]),
    stripeProductId: productOf(object),
  };
}

function productOf(object: Record<string, unknown>): string | null {
  if (object["object"] === "product") return idOf(object["id"]);
  return object["object"] === "price" ? idOf(object["product"]) : null;
}

function idOf(reference: unknown): string | null {
  const id =
    typeof reference === "object" && reference !== null && "id" in reference
      ? reference.id
      : reference;
  return typeof id === "string" && /^\w{1,255}$/.test(id) ? id : null;
}
