import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { limitStripeCalls } from "../../http/limit-stripe-calls.ts";
import { validate } from "../../http/validate.ts";
import { resendEmail, showEmail } from "./emails.ts";
import { addNote, editNote, removeNote } from "./notes.ts";
import { emailParam, noteBody, noteParam, userParam } from "./schema.ts";
import { showStripeState } from "./show-stripe-state.ts";
import { syncCustomer } from "./sync-customer.ts";

/** `/api/admin/customers/:userId`: what answers a support question. */
export const supportRoutes = new Hono<UserEnv>()
  .get("/:userId/stripe", limitStripeCalls, validate("param", userParam), async (c) =>
    c.json(await showStripeState(c.var.ctx, c.req.valid("param"))),
  )
  .post("/:userId/sync", limitStripeCalls, validate("param", userParam), async (c) =>
    c.json(await syncCustomer(c.var.ctx, c.req.valid("param"))),
  )
  .get("/:userId/emails/:id", validate("param", emailParam), async (c) =>
    c.json(await showEmail(c.var.ctx, c.req.valid("param"))),
  )
  .post("/:userId/emails/:id/copies", validate("param", emailParam), async (c) =>
    c.json(await resendEmail(c.var.ctx, c.req.valid("param"))),
  )
  .post("/:userId/notes", validate("param", userParam), validate("json", noteBody), async (c) =>
    c.json(await addNote(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 201),
  )
  .put(
    "/:userId/notes/:id",
    validate("param", noteParam),
    validate("json", noteBody),
    async (c) => {
      await editNote(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .delete("/:userId/notes/:id", validate("param", noteParam), async (c) => {
    await removeNote(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  });
