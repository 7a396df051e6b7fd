import Stripe from "stripe";
import type { Config } from "../config/config.ts";
import { fail } from "../errors.ts";
import { SECOND } from "../lib/time.ts";

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery against each configured secret (two while one rotates) and reads it.
 * @param rawBody the text exactly as it came
 * @throws `webhook_signature` unless a secret matches and the signature's time is within 300 s, to either side;
 *   `webhook_mode` for an event of the other mode
 */
export async function verifyEvent(
  stripe: Stripe,
  config: Config["stripe"],
  delivery: { rawBody: string; signature: string | undefined; now: number },
): Promise<Stripe.Event> {
  const { rawBody, signature, now } = delivery;
  if (!signature) throw fail("webhook_signature", { reason: "no signature" });
  // The library accepts times in the future.
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1]);
  if (!(signedAt <= now / SECOND + TOLERANCE_SECONDS)) {
    throw fail("webhook_signature", { reason: "signed in the future, or at no time" });
  }
  const event = await firstThatVerifies(stripe, config.webhookSecrets, rawBody, signature, now);
  const mode = event.livemode ? "live" : "test";
  if (mode !== config.mode) throw fail("webhook_mode", { reason: `a ${mode} event` });
  return event;
}

async function firstThatVerifies(
  stripe: Stripe,
  secrets: string[],
  rawBody: string,
  signature: string,
  now: number,
): Promise<Stripe.Event> {
  const crypto = Stripe.createSubtleCryptoProvider();
  let refusal: unknown;
  for (const secret of secrets) {
    try {
      return await stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        secret,
        TOLERANCE_SECONDS,
        crypto,
        now,
      );
    } catch (error) {
      refusal = error;
    }
  }
  throw fail("webhook_signature", { reason: "no secret matches", cause: refusal });
}

/**
 * Whom an event is about: the customer it names, else the payment it belongs to; or which product. The rest of it is not
 * believed.
 */
export function subjectOf(event: Stripe.Event): {
  stripeCustomerId: string | null;
  stripePaymentIntentId: string | null;
  stripeProductId: string | null;
} {
  const object = event.data.object as unknown as Record<string, unknown>;
  const named = object["object"] === "customer" ? object["id"] : idOf(object["customer"]);
  return {
    stripeCustomerId: typeof named === "string" ? named : null,
    stripePaymentIntentId: idOf(object["payment_intent"]),
    stripeProductId: productOf(object),
  };
}

function productOf(object: Record<string, unknown>): string | null {
  if (object["object"] === "product") return idOf(object["id"]);
  return object["object"] === "price" ? idOf(object["product"]) : null;
}

function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference;
  if (
    typeof reference === "object" &&
    reference !== null &&
    "id" in reference &&
    typeof reference.id === "string"
  ) {
    return reference.id;
  }
  return null;
}
