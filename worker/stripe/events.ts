import type Stripe from "stripe";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { fail } from "../errors.ts";
import { equalsInConstantTime, signHex } from "../lib/crypto.ts";
import { SECOND } from "../lib/time.ts";

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook delivery against each configured secret (two during a rotation) and parses it. It does what
 * Stripe's library does, with a key that is imported once, and is stricter about times: that library takes one in the
 * future, and the last of several.
 * @param rawBody the body exactly as received
 * @returns the event; a thin one if the delivery is from a destination for these
 * @throws `webhook_signature` unless a secret matches and the signature's time is within 300 s of now, in either
 *   direction; `invalid_input` for signed JSON that is no event
 */
export async function verifyEvent(
  config: Config["stripe"],
  delivery: { rawBody: string; signature: string | undefined; now: number },
): Promise<Stripe.Event | ThinEvent> {
  const { rawBody, signature, now } = delivery;
  if (!signature) throw fail("webhook_signature", { reason: "no signature" });
  const { times, signatures } = parseHeader(signature);
  const [time] = times;
  if (time === undefined || times.length > 1)
    throw fail("webhook_signature", { reason: "not exactly one time" });
  const age = Math.floor(now / SECOND) - Number(/^\d+$/.exec(time)?.[0]);
  if (!(Math.abs(age) <= TOLERANCE_SECONDS))
    throw fail("webhook_signature", {
      reason: "signed too long ago, in the future, or at no time",
    });
  for (const secret of config.webhookSecrets) {
    const expected = await signHex(secret, `${time}.${rawBody}`);
    // A delivery has a signature for each secret that Stripe accepts.
    if (signatures.some((each) => equalsInConstantTime(each, expected))) return parseEvent(rawBody);
  }
  throw fail("webhook_signature", { reason: "no secret matches" });
}

/** Parses a header such as `t=1754000000,v1=5257a8…,v1=6ffbb5…,v0=…`. */
function parseHeader(header: string): { times: string[]; signatures: string[] } {
  const parts = header.split(",").map((part) => part.trimStart());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  return { times: valuesOf("t="), signatures: valuesOf("v1=") };
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

/** Looks first whether it says so, since nearly no event is thin. */
function isThin(verified: unknown): verified is ThinEvent {
  const { object } = (verified ?? {}) as { object?: unknown };
  return object === "v2.core.event" && thinShape.safeParse(verified).success;
}

/** @throws `invalid_input` */
function parseEvent(rawBody: string): Stripe.Event | ThinEvent {
  let verified: unknown;
  try {
    verified = JSON.parse(rawBody);
  } catch (cause) {
    throw fail("invalid_input", { reason: "a signed body is no JSON", cause });
  }
  if (isThin(verified)) return verified;
  const result = eventShape.safeParse(verified);
  if (result.success) return verified as Stripe.Event;
  const [issue] = result.error.issues;
  throw fail("invalid_input", {
    reason: `a signed event is malformed at ${issue?.path.join(".")}`,
  });
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
