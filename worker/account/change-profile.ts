import { commit } from "../db/client.ts";
import { failAt } from "../errors.ts";
import { recordEvents } from "../feed/record-events.ts";
import type { UserCtx } from "../context.ts";
import { fulfillWaitingGrants } from "../delivery/licenses/fulfill-waiting-grants.ts";
import { cleanName } from "../identity/sign-in/claims.ts";
import { updateName, updateTimeZone, updateLocale } from "../identity/store-profile.ts";
import type { Locale } from "../shared/locales.ts";
import { setPreferredLocale } from "../sync/customer/set-preferred-locale.ts";

/**
 * Changes the user's name, and issues the license keys that were waiting for one.
 * @throws `invalid_input` if nothing is left of the cleaned name
 */
export async function renameAccount(ctx: UserCtx, input: { name: string }): Promise<void> {
  const name = cleanName(input.name);
  if (name === null) throw failAt("name", "Must have a visible letter, and no web address.");
  const { userId } = ctx.actor;
  // oxlint-disable-next-line gatehouse/record-change -- the user’s own choice
  await commit(ctx.db, [
    updateName(ctx.db, userId, name, ctx.now),
    ...recordEvents(ctx, { userId, kinds: ["customer"] }),
  ]);
  await fulfillWaitingGrants(ctx, { userId });
}

/** Keeps the user's time zone, which emails write times in. */
export async function keepTimeZone(
  ctx: UserCtx,
  { timeZone }: { timeZone: string },
): Promise<void> {
  // oxlint-disable-next-line gatehouse/record-change -- the user’s own choice
  await commit(ctx.db, [updateTimeZone(ctx.db, ctx.actor.userId, timeZone)]);
}

/** Keeps the language that the user has chosen, for emails and other browsers, and for what Stripe sends. */
export async function chooseLanguage(ctx: UserCtx, { locale }: { locale: Locale }): Promise<void> {
  const { userId } = ctx.actor;
  // oxlint-disable-next-line gatehouse/record-change -- the user’s own choice
  await commit(ctx.db, [updateLocale(ctx.db, userId, locale)]);
  ctx.defer(setPreferredLocale(ctx, { userId, locale }));
}
