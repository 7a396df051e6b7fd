import { commit } from "../../db/client.ts";
import type { UserCtx } from "../../context.ts";
import type { Locale } from "../../lib/locales.ts";
import { updateLocale } from "../../identity/store-language.ts";
import { setPreferredLocale } from "../../sync/customer/set-preferred-locale.ts";

/** Keeps the language that the user has chosen, for emails and other browsers, and for what Stripe sends. */
export async function chooseLanguage(ctx: UserCtx, { locale }: { locale: Locale }): Promise<void> {
  const { userId } = ctx.actor;
  await commit(ctx.db, [updateLocale(ctx.db, userId, locale)]);
  ctx.defer(setPreferredLocale(ctx, { userId, locale }));
}
