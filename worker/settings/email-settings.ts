import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { mails } from "../db/schema/outbox.ts";
import { recordChange } from "../audit/record-change.ts";
import { findSetting, putSetting } from "./store.ts";

/** What a buyer can be told of by email. */
export const mailKinds = mails.kind.enumValues;
export type MailKind = (typeof mailKinds)[number];

/** Which kinds are sent, every kind said. */
export const mailSettings = z.strictObject({
  purchase: z.boolean(),
  payment_failed: z.boolean(),
  ending_soon: z.boolean(),
  access_ended: z.boolean(),
  refunded_duplicate: z.boolean(),
} satisfies Record<MailKind, z.ZodType>);

export type MailSettings = z.output<typeof mailSettings>;

const allOn: MailSettings = {
  purchase: true,
  payment_failed: true,
  ending_soon: true,
  access_ended: true,
  refunded_duplicate: true,
};

/** Which kinds of mail the seller sends; what was never said is on. */
export async function readMailSettings(ctx: Ctx): Promise<MailSettings> {
  const row = await findSetting(ctx.db, "mails");
  return {
    ...allOn,
    ...mailSettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}

/** A kind that is turned off is not written from now on, and what is queued of it is not sent. */
export async function saveMailSettings(ctx: Ctx, input: MailSettings): Promise<MailSettings> {
  const before = await readMailSettings(ctx);
  await commit(ctx.db, [
    putSetting(ctx.db, { name: "mails", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "mails", before, after: input }),
  ]);
  return input;
}
