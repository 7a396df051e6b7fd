import { showWholeLibrary } from "../checkout/show-whole-library.ts";
import { Hono, type Context } from "hono";
import { z } from "zod";
import { slug } from "../catalog/slug.ts";
import { isUserCtx, type AppEnv, type Ctx, type UserCtx } from "../context.ts";
import { doubt } from "../db/replicas.ts";
import { createDownloadLink } from "../delivery/downloads/download-link.ts";
import { showPage } from "../delivery/pages/show-page.ts";
import { recipientEmail } from "../gifts/schema.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { validate } from "../http/validate.ts";
import { readUnsubscribeToken, unsubscribe, type EmailChoice } from "../email/email-choices.ts";
import {
  readTurnOffToken,
  turnOffNotifications,
  type TurnOffSubject,
} from "../email/team/turn-off-link.ts";
import { AppError } from "../errors.ts";
import { confirmAsGuest } from "../guests/confirm-as-guest.ts";
import { correctGuestEmail } from "../guests/email-guest.ts";
import { takeClaim } from "../guests/take-claim.ts";
import { takePurchases } from "../guests/take-purchases.ts";
import { clearGuestCookie, readGuestCookie } from "../http/guest-cookie.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { loadRenderer } from "../render/renderer.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import { plainBillingRoutes } from "./billing-routes.ts";
import type { PlainContent, PlainError } from "../render/plain-content.ts";
import { PLAIN_PREFIX, toSignInPath } from "../render/plain-paths.ts";

const idParam = z.object({ id: z.string().max(64) });
const slugParam = z.object({ slug });
const tokenQuery = z.object({ token: z.string().max(300) });
const CLAIM = "/claim";
const claimForm = z.object({ link: z.string().max(500) });
/** Where the form for another address leads. */
const EMAIL = "/checkout/email";
const returnQuery = z.object({ checkout: z.string().max(64).default("") });

/**
 * Pages of the signed-in user without scripts, at `/plain/library` and so on, and for every other page of the app a
 * sentence that says what it needs.
 */
export const plainRoutes = new Hono<AppEnv>()
  .route("/", plainBillingRoutes)
  // Confirms like the page with scripts. That is safe with a GET: it reads at Stripe what is true already, as the
  // webhook does, changes nothing that was not paid, and can be repeated (decision 45).
  .get("/checkout/return", validate("query", returnQuery), async (c) => {
    const { ctx } = c.var;
    const { checkout: id } = c.req.valid("query");
    const path = `/checkout/return?${new URLSearchParams({ checkout: id })}`;
    const guestId = readGuestCookie(c);
    const isSignedIn = isUserCtx(ctx);
    if (!isSignedIn && guestId === null) return c.redirect(toSignInPath(path), 303);
    const content = isSignedIn
      ? await describeOutcome(ctx, { id, guestId })
      : {
          ...(await describeGuest(ctx, { id, guestId: guestId ?? "" })),
          isSent: c.req.query("sent") !== undefined,
        };
    return answerPlainPage(c, { path: "/checkout/return", content });
  })
  // Takes what was bought before the sign-in, where the sign-in itself could not.
  .post("/checkout/return", validate("query", returnQuery), async (c) => {
    const { ctx } = c.var;
    const { checkout: id } = c.req.valid("query");
    const path = `/checkout/return?${new URLSearchParams({ checkout: id })}`;
    const guestId = readGuestCookie(c);
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath(path), 303);
    if (guestId !== null) {
      await takePurchases(ctx, { guestId });
      clearGuestCookie(c);
    }
    return c.redirect(`${PLAIN_PREFIX}${path}`, 303);
  })
  // Limited by address, as with scripts: each is an email to an address that somebody typed.
  .post(
    EMAIL,
    rateLimit("SIGN_IN_LIMIT", "guest-email"),
    validate("query", returnQuery),
    validate("form", z.object({ email: recipientEmail })),
    async (c) => {
      const { checkout: id } = c.req.valid("query");
      const guestId = readGuestCookie(c);
      await correctGuestEmail(c.var.ctx, { ...c.req.valid("form"), guestId });
      const query = new URLSearchParams({ checkout: id, sent: "1" });
      return c.redirect(`${PLAIN_PREFIX}/checkout/return?${query}`, 303);
    },
  )
  .get("/library", async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath("/library"), 303);
    const library = await showWholeLibrary(ctx);
    if (library.entries.length === 0) doubt(ctx.db);
    return answerPlainPage(c, { path: "/library", content: { kind: "library", ...library } });
  })
  .get("/read/:slug", validate("param", slugParam), async (c) => {
    const { ctx } = c.var;
    const { slug } = c.req.valid("param");
    const userId = isUserCtx(ctx) ? ctx.actor.userId : null;
    const page = await showPage(ctx, { slug, userId });
    if (userId !== null && page.access === "closed") doubt(ctx.db);
    return answerPlainPage(c, { path: `/read/${slug}`, content: { kind: "membersPage", page } });
  })
  .get(CLAIM, (c) =>
    answerPlainPage(c, {
      path: CLAIM,
      content: { kind: "claimGift", isSignedIn: isUserCtx(c.var.ctx) },
    }),
  )
  .post(CLAIM, validate("form", claimForm), async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath(CLAIM), 303);
    const { link } = c.req.valid("form");
    // The whole link, or its end alone.
    const [secret = ""] = /[\w-]*$/.exec(link.trim()) ?? [];
    const { entryId } = await takeClaim(ctx, { secret });
    return c.redirect(entryId === null ? "/library" : `/library#${entryId}`, 303);
  })
  .post("/downloads/:id", validate("param", idParam), async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath("/library"), 303);
    const { url } = await createDownloadLink(ctx, c.req.valid("param"));
    return c.redirect(c.req.query("show") === undefined ? url : `${url}?show`, 303);
  })
  // A scanner of emails follows links, so that opening one turns nothing off: the button on the page does.
  .get("/notifications/off", validate("query", tokenQuery), (c) => {
    const { token } = c.req.valid("query");
    const found = readTurnOffToken(c.var.ctx, { token });
    return answerTurnOff(c, { subject: found?.subject ?? null, token, isDone: false });
  })
  // Also the request that an email program sends from its servers when its unsubscribe button is pressed (RFC 8058).
  .post("/notifications/off", validate("query", tokenQuery), async (c) => {
    const { token } = c.req.valid("query");
    const turnedOff = await turnOffNotifications(c.var.ctx, { token });
    return answerTurnOff(c, { subject: turnedOff?.subject ?? null, token, isDone: true });
  })
  .get("/emails/off", validate("query", tokenQuery), (c) => {
    const { token } = c.req.valid("query");
    const found = readUnsubscribeToken(c.var.ctx, { token });
    return answerUnsubscribe(c, { choice: found?.choice ?? null, token, isDone: false });
  })
  .post("/emails/off", validate("query", tokenQuery), async (c) => {
    const { token } = c.req.valid("query");
    const choice = await unsubscribe(c.var.ctx, { token });
    return answerUnsubscribe(c, { choice, token, isDone: true });
  })
  .get("/*", answerNeedsScript);

/** Describes what somebody has paid in this browser without signing in. */
async function describeGuest(ctx: Ctx, { id, guestId }: { id: string; guestId: string }) {
  return {
    kind: "guestOutcome" as const,
    checkoutId: id,
    confirmation: await confirmAsGuest(ctx, { id, guestId }),
    isSignedIn: false,
    isSent: false,
  };
}

/** Describes the outcome of a user's checkout, or of one that they paid in this browser before signing in. */
async function describeOutcome(
  ctx: UserCtx,
  { id, guestId }: { id: string; guestId: string | null },
): Promise<PlainContent> {
  try {
    const confirmation = await confirmCheckout(ctx, { id });
    return { kind: "checkoutOutcome", checkoutId: id, confirmation };
  } catch (error) {
    const isOfAnother = error instanceof AppError && error.code === "not_found";
    if (!isOfAnother || guestId === null) throw error;
    return {
      kind: "guestOutcome",
      checkoutId: id,
      confirmation: null,
      isSignedIn: true,
      isSent: false,
    };
  }
}

function answerUnsubscribe(
  c: Context<AppEnv>,
  content: { choice: EmailChoice | null; token: string; isDone: boolean },
): Promise<Response> {
  return answerPlainPage(c, {
    content: { kind: "unsubscribe", ...content },
    status: content.choice === null ? 404 : 200,
  });
}

function answerTurnOff(
  c: Context<AppEnv>,
  content: { subject: TurnOffSubject | null; token: string; isDone: boolean },
): Promise<Response> {
  return answerPlainPage(c, {
    content: { kind: "turnOffEmails", ...content },
    status: content.subject === null ? 404 : 200,
  });
}

/** Says that a page of the app needs JavaScript. */
async function answerNeedsScript(c: Context<AppEnv>): Promise<Response> {
  const path = c.req.path.slice(PLAIN_PREFIX.length);
  const { isAppPath } = await loadRenderer();
  if (!isAppPath(path)) return c.notFound();
  return answerPlainPage(c, { path, content: { kind: "needsScript", path } });
}

/** Describes the page for an error of these pages. One of the form for another address is shown in the form. */
export async function describePlainError(
  c: Context<AppEnv>,
  error: PlainError,
): Promise<PlainContent> {
  const { ctx } = c.var;
  const guestId = c.req.path === `${PLAIN_PREFIX}${EMAIL}` ? readGuestCookie(c) : null;
  const id = c.req.query("checkout") ?? "";
  const guest =
    guestId === null ? null : await describeGuest(ctx, { id, guestId }).catch(() => null);
  if (!guest) return { kind: "failure", error, retry: null, product: null };
  const { email } = await c.req.parseBody().catch(() => ({ email: "" }));
  return { ...guest, emailError: { error, email: typeof email === "string" ? email : "" } };
}
