import { listSeatDomains, type SeatDomainRow } from "../access/store-seat-domains.ts";
import { countUsed, listSeats, readBlockedSeats } from "../access/store-seats.ts";
import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import { findLinkSecret } from "../claims/link-secret.ts";
import { listOpenInvitations, type ClaimRow } from "../claims/store.ts";
import type { Ctx } from "../context.ts";
import { listUsersById } from "../identity/store-profile.ts";
import { pick } from "../lib/pick.ts";
import { openPool, type PoolInput } from "../gifts/open-pool.ts";
import { toRecord } from "./seat-domains.ts";
import { findSeatSecret } from "./seat-link.ts";

/** A seat that somebody has. Times in unix milliseconds. */
type TakenSeat = {
  id: string;
  userId: string;
  name: string | null;
  /** Null if it isn't verified. */
  email: string | null;
  takenAt: number;
  /** Whether its user may give and take the other seats. */
  managesSeats: boolean;
  /** The email domain by which they took it; null if it was given. */
  domain: string | null;
};

/**
 * An email domain whose users may take free seats. `waiting` until the record is found for the first time, `lost` if it is
 * gone since. `answer` is what the DNS said last, at `checkedAt`.
 */
type SeatDomain = Pick<SeatDomainRow, "domain" | "answer" | "checkedAt"> & {
  state: "waiting" | "proven" | "lost";
  record: { name: string; value: string };
};

/** An invitation to a seat. `url` is its link; null if the shop can't show it any more, and to managers, of a manager's. */
type InvitedSeat = Pick<
  ClaimRow,
  "id" | "email" | "createdAt" | "expiresAt" | "emailSentAt" | "emailProblem" | "managesSeats"
> & { isEmailDue: boolean; url: string | null };

/** The seats of a purchase, as its buyer, its managers and the team see them. */
export type Seats = {
  /** The id of the order or subscription. */
  id: string;
  product: { id: string; name: string };
  quantity: number;
  used: number;
  keepsOwn: boolean;
  /** Whether they are shown to a manager, who can neither pay nor make managers. */
  isManager: boolean;
  /** Seats that were given back and that nobody can have yet, and when the first of them is free. */
  blocked: { count: number; freeAt: number | null };
  /** Whether the purchase gives access now, so that seats can be given. */
  isActive: boolean;
  /** Whether the shop can email invitations. */
  canEmail: boolean;
  taken: TakenSeat[];
  invited: InvitedSeat[];
  /** The link that gives seats to whoever opens it; null without one. */
  link: { url: string | null; limit: number; used: number; expiresAt: number } | null;
  domains: SeatDomain[];
};

/**
 * Returns the seats of a purchase, and who has them: the newest first.
 * @throws as `openPool`
 */
export async function showSeats(ctx: Ctx, input: PoolInput): Promise<Seats> {
  const { pool, source, isManager } = await openPool(ctx, input);
  const [seats, invitations, products, blocked, domains] = await Promise.all([
    listSeats(ctx.db, pool.id),
    listOpenInvitations(ctx.db, pool.id, ctx.now),
    mapProductSummaries(ctx, { ids: [pool.productId] }),
    readBlockedSeats(ctx.db, { id: pool.id, now: ctx.now }),
    listSeatDomains(ctx.db, pool.id),
  ]);
  const users = await listUsersById(
    ctx.db,
    seats.map(({ userId }) => userId),
  );
  const userOf = new Map(users.map((user) => [user.id, user]));
  const { origin } = ctx.config;
  const toUrl = (secret: string | null) => (secret === null ? null : `${origin}/claim#${secret}`);
  return {
    id: pool.id,
    product: { id: pool.productId, name: products.get(pool.productId)?.name ?? "" },
    quantity: pool.quantity,
    used: countUsed(pool),
    keepsOwn: pool.keepsOwn,
    isManager,
    blocked,
    isActive: source.access.active,
    canEmail: ctx.config.auth.emailSender !== undefined,
    taken: seats.map(({ id, userId, createdAt, managesSeats, seatDomain: domain }) => {
      const user = userOf.get(userId);
      const email = user?.emailVerified ? user.email : null;
      const name = user?.name ?? null;
      return { id, userId, name, email, takenAt: createdAt, managesSeats, domain };
    }),
    invited: invitations.map((claim) => ({
      ...pick(claim, [
        "id",
        "email",
        "createdAt",
        "expiresAt",
        "emailSentAt",
        "emailProblem",
        "managesSeats",
      ]),
      isEmailDue: claim.emailDueAt !== null,
      // Whoever opens the link of a manager's invitation is one.
      url: isManager && claim.managesSeats ? null : toUrl(findLinkSecret(ctx, claim)),
    })),
    link:
      pool.linkHash === null || pool.linkExpiresAt === null || pool.linkExpiresAt <= ctx.now
        ? null
        : {
            url: toUrl(findSeatSecret(ctx, pool)),
            limit: pool.linkLimit,
            used: pool.linkUsed,
            expiresAt: pool.linkExpiresAt,
          },
    domains: domains.map((row) => ({
      ...pick(row, ["domain", "answer", "checkedAt"]),
      state: row.answer === "found" ? "proven" : row.provenAt === null ? "waiting" : "lost",
      record: toRecord(row),
    })),
  };
}
