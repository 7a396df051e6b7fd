import { assertSeats, listSeats } from "../access/store-seats.ts";
import { recordChange } from "../audit/record-change.ts";
import { makeLinkSecret } from "../claims/link-secret.ts";
import { countInvitationsSince, insertClaim, listOpenInvitations } from "../claims/store.ts";
import { identifyActor, type Ctx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { recordEvents } from "../feed/record-events.ts";
import { deferGiftEmail } from "../gifts/email-gift.ts";
import { keepPool, openPool, type PoolInput } from "../gifts/open-pool.ts";
import { toSeatRefusal } from "../gifts/prepare-seat.ts";
import { findNameAndEmail, listUsersById } from "../identity/store-profile.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { newId } from "../lib/ids.ts";
import { idsOf } from "../lib/rows.ts";
import { DAY, HOUR, SECOND } from "../lib/time.ts";

/** How long an invitation can be accepted. */
const LIFETIME_MS = 30 * DAY;
/** How many invitations a day: all seats three times, and some. They are also emails to strangers. */
const mostPerDay = (quantity: number) => 3 * quantity + 10;

/**
 * Invites people to seats of a purchase: each address has a seat once its user accepts. An address that is invited or
 * has a seat already is left out.
 * @param input.emails in lower case
 * @param input.asManagers whether they may give and take the other seats, once they have accepted
 * @param input.locale the language of the emails; left out for the shop's
 * @param extraStatements returns statements for the same batch
 * @returns the ids of the invitations, and the addresses that were left out
 * @throws as `openPool`; `seats_taken` if there are too few free seats, and nobody is invited; `seats_unavailable`;
 *   `invalid_input` for the buyer's own address; `rate_limited`; `forbidden` if a manager makes managers
 */
export async function giveSeats(
  ctx: Ctx,
  input: PoolInput & {
    emails: string[];
    sendEmail?: boolean | undefined;
    asManagers?: boolean | undefined;
    locale?: string | undefined;
  },
  extraStatements: (invited: { id: string; email: string }[]) => Statement[] = () => [],
): Promise<{ ids: string[]; leftOut: string[] }> {
  const opened = await openPool(ctx, input);
  const { pool, source } = opened;
  const isForManagers = input.asManagers === true;
  if (opened.isManager && isForManagers)
    throw fail("forbidden", { reason: "only the buyer makes managers" });
  if (!source.access.active)
    throw fail("seats_unavailable", { reason: `the purchase is ${source.access.reason}` });
  const [buyer, invitations, seats, today] = await Promise.all([
    findNameAndEmail(ctx.db, pool.userId),
    listOpenInvitations(ctx.db, pool.id, ctx.now),
    listSeats(ctx.db, pool.id),
    countInvitationsSince(ctx.db, pool.id, ctx.now - DAY),
  ]);
  const users = await listUsersById(
    ctx.db,
    seats.map(({ userId }) => userId),
  );
  const known = new Set([
    ...invitations.map(({ email }) => email),
    ...users.map(({ email }) => email?.toLowerCase()),
  ]);
  const wanted = [...new Set(input.emails)];
  if (buyer?.email && wanted.includes(buyer.email.toLowerCase()))
    throw failAt("emails", "One of the seats is the buyer’s own already.");
  const emails = wanted.filter((email) => !known.has(email));
  const leftOut = wanted.filter((email) => known.has(email));
  if (emails.length === 0) return { ids: [], leftOut };
  if (today + emails.length > mostPerDay(pool.quantity))
    throw fail("rate_limited", { retryAfterSeconds: HOUR / SECOND });
  const isEmailed = input.sendEmail !== false && Boolean(ctx.config.auth.emailSender);
  const invited = emails.map((email) => {
    const id = newId("cmp", ctx.now);
    return {
      id,
      mode: pool.mode,
      secretHash: sha256Hex(makeLinkSecret(ctx, { id, email })),
      email,
      productId: pool.productId,
      note: "",
      givenBy: identifyActor(ctx).id,
      expiresAt: ctx.now + LIFETIME_MS,
      createdAt: ctx.now,
      buyerId: pool.userId,
      giverName: buyer?.name ?? "",
      emailDueAt: isEmailed ? ctx.now : null,
      emailCount: isEmailed ? 1 : 0,
      emailAskedAt: isEmailed ? ctx.now : null,
      seatOf: pool.id,
      managesSeats: isForManagers,
      locale: input.locale ?? null,
    };
  });
  const ids = idsOf(invited);
  try {
    await commit(ctx.db, [
      keepPool(ctx, opened),
      ...invited.map((row) => insertClaim(ctx.db, row)),
      assertSeats(pool.id, ctx.now),
      // The addresses are left out: audit entries are kept, and they are personal.
      recordChange(ctx, {
        action: "seats.given",
        targetId: pool.id,
        after: { invitations: ids.length, ...(isForManagers && { managesSeats: true }) },
      }),
      ...extraStatements(invited),
      ...recordEvents(ctx, { claimId: ids }),
    ]);
  } catch (error) {
    throw toSeatRefusal(error) ?? error;
  }
  if (isEmailed) for (const id of ids) deferGiftEmail(ctx, id);
  return { ids, leftOut };
}
