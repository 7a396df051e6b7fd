import { z } from "zod";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { findSetting, putSetting } from "./store.ts";

/** What a buyer can be told of by email. */
export const mailKinds = mails.kind.enumValues;
export type MailKind = (typeof mailKinds)[number];

/** Which kinds are sent. What was never said is on. */
export const mailSettings = z.strictObject({
  purchase: z.boolean().default(true),
  payment_failed: z.boolean().default(true),
  ending_soon: z.boolean().default(true),
  access_ended: z.boolean().default(true),
  refunded_duplicate: z.boolean().default(true),
} satisfies Record<MailKind, z.ZodType>);

export type MailSettings = z.output<typeof mailSettings>;

export async function readMailSettings(ctx: Ctx): Promise<MailSettings> {
  const row = await findSetting(ctx.db, "mails");
  return mailSettings.parse(row?.value ?? {});
}

/** A kind that is turned off is not written from now on, and what is queued of it is not sent. */
export async function saveMailSettings(ctx: Ctx, input: MailSettings): Promise<MailSettings> {
  await commit(ctx.db, [putSetting(ctx.db, { name: "mails", value: input, updatedAt: ctx.now })]);
  return input;
}
