import { z } from "zod";
import { emailKinds, type EmailKind, type EmailKindOf } from "../db/schema/outbox.ts";
import { defineSetting } from "./define-setting.ts";

export type OptionalEmailKind = EmailKindOf<"optional">;

/** Whether the seller can turn off this kind of email. */
export function isOptionalEmail(kind: EmailKind): kind is OptionalEmailKind {
  return emailKinds[kind] === "optional";
}

/**
 * Whether each kind of email is sent; all are, at first. For a kind that is turned off, no new emails are queued, and
 * queued ones are not sent. `renewalNoticeDays`: how long before it the renewal of a long period is announced; null for
 * only where the law asks for it. `checkoutReminderHours`: how long after somebody left a checkout they get an email about
 * it; null for never.
 */
export const emailSettings = defineSetting({
  name: "emails",
  schema: () =>
    z.strictObject({
      ...ofEachKind(z.boolean()),
      renewalNoticeDays: z.int().min(7).max(90).nullable(),
      checkoutReminderHours: z.int().min(1).max(168).nullable(),
    }),
  defaults: { ...ofEachKind(true), renewalNoticeDays: null, checkoutReminderHours: null },
});

function ofEachKind<Value>(value: Value): Record<OptionalEmailKind, Value> {
  const kinds = (Object.keys(emailKinds) as EmailKind[]).filter(isOptionalEmail);
  return Object.fromEntries(kinds.map((kind) => [kind, value])) as Record<OptionalEmailKind, Value>;
}
