import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { limitStripeCalls } from "../../http/limit-stripe-calls.ts";
import { runVerb } from "../../http/run-verb.ts";
import { resendEmail, showEmail } from "./emails.ts";
import { addNote, editNote, removeNote } from "./notes.ts";
import { emailParam, noteBody, noteParam, userParam } from "./schema.ts";
import { showStripeState } from "./show-stripe-state.ts";
import { syncCustomer } from "./sync-customer.ts";

/** `/api/admin/customers/:userId`: what answers a support question. */
export const supportRoutes = new Hono<UserEnv>()
  .get("/:userId/stripe", limitStripeCalls, ...runVerb(showStripeState, { param: userParam }))
  .post("/:userId/sync", limitStripeCalls, ...runVerb(syncCustomer, { param: userParam }))
  .get("/:userId/emails/:id", ...runVerb(showEmail, { param: emailParam }))
  .post("/:userId/emails/:id/copies", ...runVerb(resendEmail, { param: emailParam }))
  .post("/:userId/notes", ...runVerb(addNote, { param: userParam, json: noteBody }, 201))
  .put("/:userId/notes/:id", ...runVerb(editNote, { param: noteParam, json: noteBody }))
  .delete("/:userId/notes/:id", ...runVerb(removeNote, { param: noteParam }));
