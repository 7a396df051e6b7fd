import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../context.ts";
import { fail } from "../../errors.ts";
import { receiveEvent } from "./receive-event.ts";

/**
 * Refuses a delivery without a signature, which can't come from Stripe, before its body is read.
 * @throws `webhook_signature`
 */
export const requireSignature = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "POST" && !c.req.header("stripe-signature"))
    throw fail("webhook_signature", { reason: "no signature" });
  await next();
});

/** `/api/stripe/webhook`. Reads the body as text, since the signature covers the raw text. */
export const inboxRoutes = new Hono<AppEnv>().post("/", async (c) => {
  await receiveEvent(c.var.ctx, {
    rawBody: await c.req.text(),
    signature: c.req.header("stripe-signature"),
  });
  return c.json({ received: true });
});
