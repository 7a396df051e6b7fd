import { markEmailProblem as markProblemOfClaims } from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { findUserByVerifiedEmail } from "../../identity/sign-in/store.ts";
import { updateEmailProblem } from "../../identity/store-profile.ts";
import { logEvent } from "../../lib/log.ts";
import { MINUTE } from "../../lib/time.ts";
import { chooseNews, chooseReminders } from "../email-choices.ts";
import { findEmailByMessage, markEmailProblem } from "../store.ts";
import { readCloudflareEvent, type SenderEvent } from "./sender-event.ts";

const logNames = {
  bounced: "email.bounced",
  complained: "email.complained",
  unsubscribed: "email.unsubscribed",
} as const satisfies Record<SenderEvent["kind"], string>;

/**
 * Records what a sender says about an email: for its recipient, who gets fewer emails or none from now on, and on the
 * email itself. The same event twice, or an older one later, changes nothing more. Of addresses that are no user's, it is
 * recorded on the gifts that wait for them; a sign-in link may have gone there, too.
 * @returns whether the email may still be unknown, because it has just been sent: hear the event again in a minute
 */
export async function hearSenderEvent(ctx: Ctx, event: SenderEvent): Promise<boolean> {
  const { kind, address, messageId, detail } = event;
  const at = event.at + ctx.clockOffsetMs;
  const user = await findUserByVerifiedEmail(ctx.db, address);
  logEvent("warn", logNames[kind], { message: messageId, user: user?.id }, ctx);
  if (!user) {
    if (kind !== "unsubscribed")
      await commit(ctx.db, [markProblemOfClaims(ctx.db, { email: address, problem: kind })]);
    return false;
  }
  const userId = user.id;
  if (kind === "unsubscribed") {
    await chooseReminders(ctx, { userId, wantsReminders: false });
    await chooseNews(ctx, { userId, wantsNews: false });
    return false;
  }
  const email =
    messageId === null ? undefined : await findEmailByMessage(ctx.db, { userId, messageId });
  await commit(ctx.db, [
    updateEmailProblem(ctx.db, { userId, problem: kind, at }),
    ...(email ? [markEmailProblem(ctx.db, { id: email.id, problem: kind, detail })] : []),
  ]);
  return messageId !== null && !email && ctx.now - at < MINUTE;
}

/** Does the same with an event of Cloudflare's, if it is one that the shop acts on. */
export async function hearCloudflareEvent(ctx: Ctx, body: unknown): Promise<boolean> {
  const event = readCloudflareEvent(body);
  return event !== null && hearSenderEvent(ctx, event);
}
