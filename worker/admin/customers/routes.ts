import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { revokeUserSessions } from "../../account/revoke-sessions.ts";
import { exportCustomers, listCustomers, summarizeCustomers } from "./list-customers.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { previewMerge } from "./preview-merge.ts";
import {
  exportQuery,
  listQuery,
  mergeBody,
  mergeParam,
  noFilters,
  sessionParam,
  userParam,
  emailParam,
  noteBody,
  noteParam,
  tagBody,
  tagParam,
} from "./schema.ts";
import { showCustomer } from "./show-customer.ts";
import { limitStripeCalls } from "../../http/limit-stripe-calls.ts";
import { resendEmail, showEmail } from "./emails.ts";
import { addNote, editNote, removeNote } from "./notes.ts";
import { showStripeState } from "./show-stripe-state.ts";
import { giftEmail } from "../../gifts/schema.ts";
import { emailGuest } from "../../guests/email-guest.ts";
import { addTag, listFilterValues, removeTag } from "./tags.ts";
import { syncCustomer } from "./sync-customer.ts";

/** `/api/admin/customers`: all users, and everything about each. */
export const customerRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listCustomers, { query: listQuery }))
  .get("/export", requireFreshSignIn, ...runVerb(exportCustomers, { query: exportQuery }))
  .get("/summary", ...runVerb(summarizeCustomers, { query: exportQuery }))
  .get("/filters", ...runVerb(listFilterValues, { query: noFilters }))
  .get("/:userId", ...runVerb(showCustomer, { param: userParam }))
  .delete(
    "/:userId/sessions",
    requireFreshSignIn,
    ...runVerb(revokeUserSessions, { param: userParam }),
  )
  .delete(
    "/:userId/sessions/:id",
    requireFreshSignIn,
    ...runVerb(revokeUserSessions, { param: sessionParam }),
  )
  .get("/:userId/merge", ...runVerb(previewMerge, { param: mergeParam, query: mergeBody }))
  .post(
    "/:userId/merge",
    requireFreshSignIn,
    ...runVerb(mergeAccounts, { param: mergeParam, json: mergeBody }),
  )
  // What answers a support question.
  .get("/:userId/stripe", limitStripeCalls, ...runVerb(showStripeState, { param: userParam }))
  .post("/:userId/sync", limitStripeCalls, ...runVerb(syncCustomer, { param: userParam }))
  .post("/:userId/guest-email", ...runVerb(emailGuest, { param: userParam, json: giftEmail }))
  .get("/:userId/emails/:id", ...runVerb(showEmail, { param: emailParam }))
  .post("/:userId/emails/:id/copies", ...runVerb(resendEmail, { param: emailParam }))
  .post("/:userId/notes", ...runVerb(addNote, { param: userParam, json: noteBody }, 201))
  .put("/:userId/notes/:id", ...runVerb(editNote, { param: noteParam, json: noteBody }))
  .delete("/:userId/notes/:id", ...runVerb(removeNote, { param: noteParam }))
  .post("/:userId/tags", ...runVerb(addTag, { param: userParam, json: tagBody }))
  .delete("/:userId/tags/:tag", ...runVerb(removeTag, { param: tagParam }));
