import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { setLocaleCookie } from "../../http/locale-cookie.ts";
import { requireFreshSignIn, requireUser } from "../../http/require.ts";
import { clearSessionCookieOnSuccess } from "../../http/session.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { createLinkIntent } from "../../identity/sign-in/link-identity.ts";
import { locales } from "../../shared/locales.ts";
import { isTimeZone } from "../../lib/time.ts";
import { chooseNews, chooseReminders } from "../../email/email-choices.ts";
import { chooseLanguage, keepTimeZone, renameAccount } from "../../account/change-profile.ts";
import { deleteAccount, previewAccountDeletion } from "../../account/delete-account.ts";
import { exportAccount } from "../../account/export-account.ts";
import { revokeOtherSessions, revokeSession } from "../../account/revoke-sessions.ts";
import { showAccount } from "../../account/show-account.ts";
import { unlinkIdentity } from "../../account/unlink-identity.ts";
import { idParam } from "../../lib/id-schema.ts";
import { followStoredLocale, showVisitor } from "./visitor-call.ts";

const nameBody = z.strictObject({ name: z.string().min(1).max(120) });
const languageBody = z.strictObject({ locale: z.enum(locales) });
const timeZoneBody = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, "must be an IANA time zone"),
});
const remindersBody = z.strictObject({ wantsReminders: z.boolean() });
const newsBody = z.strictObject({ wantsNews: z.boolean() });
const linkBody = z.strictObject({ provider: z.string().min(1).max(40) });
const identityParam = idParam("idn");
const sessionParam = idParam("ses");

/** `/api/me`: the signed-in user and their account. */
export const accountRoutes = new Hono<AppEnv>()
  .get("/", async (c) => {
    const { ctx, profile } = c.var;
    const cookie = await followStoredLocale(ctx, profile, c.req.header("cookie") ?? "");
    if (cookie) c.header("set-cookie", cookie, { append: true });
    return c.json(showVisitor(profile));
  })
  .put("/language", requireUser, validate("json", languageBody), async (c) => {
    const { locale } = c.req.valid("json");
    await chooseLanguage(c.var.ctx, { locale });
    setLocaleCookie(c, locale);
    return c.body(null, 204);
  })
  .put("/time-zone", requireUser, ...runVerb(keepTimeZone, { json: timeZoneBody }))
  .put("/reminders", requireUser, validate("json", remindersBody), async (c) => {
    const { userId } = c.var.ctx.actor;
    await chooseReminders(c.var.ctx, { userId, ...c.req.valid("json") });
    return c.body(null, 204);
  })
  .put("/news", requireUser, validate("json", newsBody), async (c) => {
    const { userId } = c.var.ctx.actor;
    await chooseNews(c.var.ctx, { userId, ...c.req.valid("json") });
    return c.body(null, 204);
  })
  .get("/account", requireUser, async (c) => c.json(await showAccount(c.var.ctx)))
  .patch(
    "/account",
    requireUser,
    ...runVerb(andShow(renameAccount, showAccount), { json: nameBody }),
  )
  .get("/account/export", requireUser, requireFreshSignIn, async (c) =>
    c.json(await exportAccount(c.var.ctx), 200, {
      "content-disposition": 'attachment; filename="account.json"',
    }),
  )
  .get("/account/deletion", requireUser, async (c) =>
    c.json(await previewAccountDeletion(c.var.ctx)),
  )
  .delete(
    "/account",
    requireUser,
    requireFreshSignIn,
    clearSessionCookieOnSuccess,
    ...runVerb(deleteAccount, {}),
  )
  .post(
    "/links",
    requireUser,
    requireFreshSignIn,
    ...runVerb(createLinkIntent, { json: linkBody }, 201),
  )
  .delete(
    "/identities/:id",
    requireUser,
    requireFreshSignIn,
    ...runVerb(unlinkIdentity, { param: identityParam }),
  )
  .delete("/sessions", requireUser, ...runVerb(revokeOtherSessions, {}))
  .delete("/sessions/:id", requireUser, ...runVerb(revokeSession, { param: sessionParam }));
