import { identifyActor, type Ctx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { newToken, sha256Hex } from "../lib/crypto.ts";
import { newId } from "../lib/ids.ts";
import { DAY } from "../lib/time.ts";
import { recordEvents } from "../feed/record-events.ts";
import { recordChange } from "../audit/record-change.ts";
import { listProductIds } from "../catalog/list-product-ids.ts";
import { insertClaim, type ClaimRow } from "../claims/store.ts";
import { deferGiftEmail } from "./email-gift.ts";
import { makeLinkSecret } from "../claims/link-secret.ts";
import { assertInFuture, assertMayGive, reportGiftBySupport } from "./create-gift.ts";

/** How long a gift waits: a year for an identity or email, and a month for a secret link. */
const LIFETIME_MS = { named: 365 * DAY, link: 30 * DAY };
const MAX_LIFETIME_MS = 365 * DAY;

/** Who may claim it: an identity of an OpenID provider, a verified email in lower case, or any user with the link. */
export type Recipient = { issuer: string; subject: string } | { email: string } | { byLink: true };

/** `endsAt` is when the access ends, and `expiresAt` the last time to claim it, in unix milliseconds. */
export type NewOffer = {
  recipient: Recipient;
  productId: string;
  quantity?: number | undefined;
  endsAt?: number | undefined;
  expiresAt?: number | undefined;
  note: string;
  /** What the recipient is told. */
  message?: string | undefined;
  /** Whether the shop emails the recipient, if it is an email and the shop sends emails. */
  sendEmail?: boolean | undefined;
  /** The language of that email. BCP 47; left out for the shop's. */
  locale?: string | undefined;
};

/**
 * Offers the benefits of a product to a recipient who has not signed in yet. It becomes a gift with the same id when
 * they sign in, or when a signed-in user opens the link. An email about it has a link, too.
 * @param extraStatements returns statements for the same batch
 * @returns the claim, and the secret of the link that the giver passes on, of which only the hash is stored; null
 *   without such a link
 * @throws `not_found` for an unknown product, `invalid_input` for times that are not in the future, or more than
 *   support may give
 */
export async function offerGift(
  ctx: Ctx,
  input: NewOffer,
  extraStatements: (claim: ClaimRow, secret: string | null) => Statement[] = () => [],
): Promise<{ claim: ClaimRow; secret: string | null }> {
  const { recipient, productId, quantity = 1, endsAt, note, message = "" } = input;
  if (!(await listProductIds(ctx)).has(productId))
    throw fail("not_found", { reason: "no such product" });
  assertInFuture(ctx, "endsAt", endsAt);
  assertMayGive(ctx, input);
  const secret = "byLink" in recipient ? newToken() : null;
  const id = newId("cmp", ctx.now);
  const email = "email" in recipient ? recipient.email : null;
  const isEmailed =
    email !== null && input.sendEmail === true && Boolean(ctx.config.auth.emailSender);
  const ofLink = isEmailed ? makeLinkSecret(ctx, { id, email }) : secret;
  const claim: ClaimRow = {
    id,
    mode: ctx.config.stripe.mode,
    secretHash: ofLink === null ? null : sha256Hex(ofLink),
    issuer: "issuer" in recipient ? recipient.issuer : null,
    subject: "issuer" in recipient ? recipient.subject : null,
    email,
    productId,
    quantity,
    note,
    givenBy: identifyActor(ctx).id,
    giftEndsAt: endsAt ?? null,
    giftDuration: null,
    expiresAt: decideExpiry(ctx, input),
    claimedBy: null,
    claimedAt: null,
    revokedAt: null,
    createdAt: ctx.now,
    message,
    guestId: null,
    buyerId: null,
    giverName: null,
    recipientName: null,
    sendAt: null,
    locale: input.locale ?? null,
    emailDueAt: isEmailed ? ctx.now : null,
    emailAttempts: 0,
    emailCount: isEmailed ? 1 : 0,
    emailAskedAt: isEmailed ? ctx.now : null,
    emailSentAt: null,
    emailProblem: null,
    seatOf: null,
    managesSeats: false,
  };
  // The recipient and the note are left out: audit entries are kept, and those are personal data.
  await commit(ctx.db, [
    insertClaim(ctx.db, claim),
    recordChange(ctx, {
      action: "gift.offered",
      targetId: claim.id,
      after: { productId, quantity, endsAt: claim.giftEndsAt, expiresAt: claim.expiresAt },
    }),
    ...extraStatements(claim, secret),
    ...recordEvents(ctx, { claimId: claim.id }),
  ]);
  if (isEmailed) deferGiftEmail(ctx, id);
  await reportGiftBySupport(ctx, claim);
  return { claim, secret };
}

/** The latest time to claim an offer. It is never later than the end of the access. */
function decideExpiry(ctx: Ctx, { recipient, endsAt, expiresAt }: NewOffer): number {
  assertInFuture(ctx, "expiresAt", expiresAt);
  if (expiresAt !== undefined && expiresAt > ctx.now + MAX_LIFETIME_MS)
    throw failAt("expiresAt", "Must be within one year from now.");
  const lifetime = "byLink" in recipient ? LIFETIME_MS.link : LIFETIME_MS.named;
  return Math.min(expiresAt ?? ctx.now + lifetime, endsAt ?? Number.POSITIVE_INFINITY);
}
