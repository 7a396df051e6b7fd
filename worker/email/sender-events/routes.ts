import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { fail } from "../../errors.ts";
import { hearSenderEvent } from "./hear-sender-event.ts";
import { readResendEvent } from "./sender-event.ts";
import { isSignedByResend } from "./verify-resend.ts";

/**
 * `POST /api/email/events`: Resend's webhook. Reads the body as text, since the signature covers the raw text.
 * @throws `not_found` without a secret; `webhook_signature`
 */
export const senderEventRoutes = new Hono<AppEnv>().post("/api/email/events", async (c) => {
  const { ctx } = c.var;
  const sender = ctx.config.auth.emailSender;
  if (sender?.kind !== "resend" || sender.webhookSecrets.length === 0)
    throw fail("not_found", { reason: "RESEND_WEBHOOK_SECRET is not set" });
  const body = await c.req.text();
  const now = ctx.now - ctx.clockOffsetMs;
  if (!(await isSignedByResend(sender.webhookSecrets, c.req.raw.headers, body, now)))
    throw fail("webhook_signature", { reason: "not signed by Resend" });
  const event = readResendEvent(parseJson(body));
  if (event) await hearSenderEvent(ctx, event);
  return c.json({ received: true });
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
