import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { received, receiveEvent } from "./receive-event.ts";

/** `/api/stripe/webhook`. Reads the body as text, since the signature covers the raw text. */
export const inboxRoutes = new Hono<AppEnv>().post("/", async (c) => {
  await receiveEvent(c.var.ctx, {
    rawBody: await c.req.text(),
    signature: c.req.header("stripe-signature"),
  });
  return c.json(received);
});
