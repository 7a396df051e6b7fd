import {
  deleteSeatDomain,
  findSeatDomain,
  insertSeatDomain,
  listDueDomains,
  listSeatDomains,
  saveDnsAnswer,
  type SeatDomainRow,
} from "../access/store-seat-domains.ts";
import { recordChange, recordChangeIfApplied } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { keepPool, openPool, type PoolInput } from "../gifts/open-pool.ts";
import { signText } from "../lib/crypto.ts";
import { toOrganizationDomain } from "../lib/email-domain.ts";
import { logFailure } from "../lib/log.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { MOST_SEAT_DOMAINS } from "../shared/seat-limits.ts";
import { askForRecord } from "./ask-dns.ts";

/** A proof that is older is checked again before it gives a seat. */
export const PROOF_LIFETIME_MS = DAY;
/** Each night, those that were not checked since the day before. */
const CHECKED_EACH_NIGHT = 200;

const PURPOSE = "seat domain";

/** Where the record that proves a domain is, and what it says. */
export const toRecord = ({ domain, token }: Pick<SeatDomainRow, "domain" | "token">) => ({
  name: `_gatehouse-seats.${domain}`,
  value: `gatehouse-seats=${token}`,
});

/**
 * Adds an email domain to a purchase of seats. It gives none until the record is found. Added again later, it has the
 * same record.
 * @throws as `openPool`; `seat_domain_refused` for what is no domain, and for a mail provider's; `invalid_input` for one
 *   too many
 */
export async function addSeatDomain(
  ctx: Ctx,
  input: PoolInput & { domain: string },
): Promise<void> {
  const opened = await openPool(ctx, input);
  const domain = toOrganizationDomain(input.domain);
  if (domain === null)
    throw fail("seat_domain_refused", { reason: "no domain of an organization" });
  const { id: poolId } = opened.pool;
  const domains = await listSeatDomains(ctx.db, poolId);
  if (domains.some((row) => row.domain === domain)) return;
  if (domains.length >= MOST_SEAT_DOMAINS)
    throw failAt("domain", `${MOST_SEAT_DOMAINS} domains at most`);
  const token = signText(ctx.config.auth.secrets, PURPOSE, `${poolId} ${domain}`).slice(0, 32);
  await commit(ctx.db, [
    keepPool(ctx, opened),
    insertSeatDomain(ctx.db, { poolId, domain, token, createdAt: ctx.now }),
    recordChange(ctx, {
      action: "seats.domain_changed",
      targetId: poolId,
      after: { domain, state: "added" },
    }),
  ]);
}

/** Removes a domain. Who has a seat by it keeps it. @throws as `openPool` */
export async function removeSeatDomain(
  ctx: Ctx,
  input: PoolInput & { domain: string },
): Promise<void> {
  const { pool } = await openPool(ctx, input);
  const { domain } = input;
  await commit(ctx.db, [
    deleteSeatDomain(ctx.db, { poolId: pool.id, domain }),
    recordChangeIfApplied(ctx, {
      action: "seats.domain_changed",
      targetId: pool.id,
      after: { domain, state: "removed" },
    }),
  ]);
}

/**
 * Looks for the record of a domain in the DNS.
 * @throws as `openPool`; `not_found` for a domain that the purchase doesn't have; `dns_unavailable`
 */
export async function checkSeatDomain(
  ctx: Ctx,
  input: PoolInput & { domain: string },
): Promise<void> {
  const { pool } = await openPool(ctx, input);
  const row = await findSeatDomain(ctx.db, { poolId: pool.id, domain: input.domain });
  if (!row) throw fail("not_found", { reason: "no such domain" });
  await proveDomain(ctx, row);
}

/** Asks the DNS, and saves the answer. @returns whether the record is there @throws `dns_unavailable` */
export async function proveDomain(ctx: Ctx, row: SeatDomainRow): Promise<boolean> {
  const { poolId, domain } = row;
  const answer = await askForRecord(ctx, toRecord(row));
  const isProven = answer === "found";
  const isChanged = isProven !== (row.answer === "found");
  await commit(ctx.db, [
    saveDnsAnswer(ctx.db, { poolId, domain, answer, now: ctx.now }),
    ...(isChanged
      ? [
          recordChangeIfApplied(ctx, {
            action: "seats.domain_changed",
            targetId: poolId,
            after: { domain, state: isProven ? "proven" : "lost" },
          }),
        ]
      : []),
  ]);
  return isProven;
}

/**
 * Checks the domains that were proven once: a record that is gone ends the offer, and takes no seat away. One that comes
 * back begins it again. Where the DNS doesn't answer, the next night asks again; until then, nobody takes a seat.
 */
export async function recheckSeatDomains(ctx: Ctx): Promise<void> {
  const due = await listDueDomains(ctx.db, {
    mode: ctx.config.stripe.mode,
    before: ctx.now - PROOF_LIFETIME_MS + 6 * HOUR,
    now: ctx.now,
    limit: CHECKED_EACH_NIGHT,
  });
  for (const row of due)
    await proveDomain(ctx, row).catch((error: unknown) =>
      logFailure(ctx, "seats.domain_not_checked", error, { purchase: row.poolId }),
    );
}
