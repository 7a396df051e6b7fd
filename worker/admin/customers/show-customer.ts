import type { Role } from "../../lib/roles.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { providerName } from "../../shop/account/show-account.ts";
import type { AuditEntry } from "../audit/list-audit-entries.ts";
import type { Held } from "../../access/strategy.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { listGrantsEver } from "../../access/list-grants.ts";
import { isInForce, type AccessPolicy } from "../../access/policy.ts";
import { readPolicy } from "../../access/policy-settings.ts";
import { explainTimeline, type TimelineEntry } from "../../purchases/timeline/timeline.ts";
import { nameOwned, type Owned } from "../../delivery/library/list-library-items.ts";
import { listLicenses, type ListedLicense } from "../licenses/list-licenses.ts";
import { readCustomerPage } from "./store-page.ts";

type Rows = Awaited<ReturnType<typeof readCustomerPage>>;

/** What one benefit of it gives or gave. `isInForce` is so now. */
export type GivenGrant = {
  id: string;
  name: string;
  type: string;
  quantity: number;
  isInForce: boolean;
  grantedAt: number;
  endsAt: number | null;
  revokedAt: number | null;
  /** Who must act before it is handed over. */
  waitingFor: "buyer_name" | "seller_keys" | null;
};

/** A purchase or a gift, why it gives access or does not, what it gave, and what happened to it, newest first. */
export type Holding = Owned & {
  /** Stripe's word, or our order's; null for a gift. */
  status: string | null;
  refundedMinor: number | null;
  /** Why it was given, in the team's words, and by whom. */
  gift: { note: string; givenBy: string; endsAt: number | null } | null;
  grants: GivenGrant[];
  timeline: TimelineEntry[];
};

/** Somebody as the team sees them. Times in unix milliseconds, amounts in minor units. */
export type CustomerPage = {
  person: {
    id: string;
    name: string | null;
    email: string | null;
    emailVerified: boolean;
    role: Role;
    status: "active" | "disabled" | "deleted";
    createdAt: number;
    /** Whose account it was merged into; null for every other. */
    mergedInto: string | null;
  };
  identities: { id: string; providerName: string; createdAt: number }[];
  /** The one that is bought with first, then those that came with merged accounts. */
  stripeCustomers: { id: string; isSecondary: boolean; syncedAt: number | null; url: string }[];
  /** What is in force first, then newest first. */
  holdings: Holding[];
  /** The newest hundred, each with the oldest of its activations. */
  licenses: (ListedLicense & {
    activations: Omit<Rows["activations"][number], "licenseKeyId">[];
  })[];
  downloads: Omit<Rows["downloads"][number], "benefitId">[];
  sessions: Rows["sessions"];
  /** The newest hundred, those not sent among them. */
  mails: Rows["mails"];
  /** Who changed something of this person's, newest first; null for whom the audit log is not. */
  audit: AuditEntry[] | null;
};

/**
 * Everything about one person, in a fixed number of calls.
 * @throws `not_found`
 */
export async function showCustomer(ctx: UserCtx, input: { userId: string }): Promise<CustomerPage> {
  const { userId } = input;
  const [rows, grants, licenses, policy, now] = await Promise.all([
    readCustomerPage(ctx.db, userId, ctx.config.stripe.mode, ctx.now),
    listGrantsEver(ctx, { userId }),
    listLicenses(ctx, { search: userId, limit: 100 }),
    readPolicy(ctx),
    accessTime(ctx),
  ]);
  const { user, identities, downloads, sessions, mails } = rows;
  if (!user) throw fail("not_found", { reason: "no such person" });
  const { id, name, email, emailVerified, role, status, createdAt } = user;
  const isAuditor = ctx.actor.role === "admin" || ctx.actor.role === "owner";
  return {
    person: {
      id,
      name,
      email,
      emailVerified,
      role,
      status,
      createdAt,
      mergedInto: findMerger(rows),
    },
    identities: identities.map(({ provider, ...identity }) => ({
      ...identity,
      providerName: providerName(ctx, provider),
    })),
    stripeCustomers: rows.customers.flatMap(({ stripeCustomerId, isSecondary, syncedAt }) =>
      stripeCustomerId === null
        ? []
        : [
            {
              id: stripeCustomerId,
              isSecondary,
              syncedAt,
              url: dashboardUrl(ctx.config.stripe.mode, `customers/${stripeCustomerId}`),
            },
          ],
    ),
    holdings: await describeHoldings(ctx, { ...rows, grants, policy, now }),
    licenses: licenses.items.map((license) => ({
      ...license,
      activations: rows.activations.flatMap(({ licenseKeyId, ...activation }) =>
        licenseKeyId === license.id ? [activation] : [],
      ),
    })),
    downloads: downloads.map(({ benefitId: _, ...download }) => download),
    sessions,
    mails,
    audit: isAuditor
      ? rows.audit.map(({ entry, actorName, actorEmail }) => ({
          ...entry,
          actorName: actorName ?? actorEmail,
        }))
      : null,
  };
}

async function describeHoldings(
  ctx: UserCtx,
  rows: Rows & { grants: Held[]; policy: AccessPolicy; now: number },
): Promise<Holding[]> {
  const { orders, subscriptions, comps, grants, keys, downloads, policy, now } = rows;
  const facts = { orders, subscriptions, comps, grants, keys, downloads, policy, now };
  const owned = await nameOwned(ctx, facts);
  const timelineOf = Map.groupBy(explainTimeline(facts), ({ source }) => source.id);
  const grantsOf = Map.groupBy(grants, ({ grant }) => grant.sourceId);
  const orderOf = new Map(orders.map((row) => [row.id, row]));
  const statusOf = new Map([...orders, ...subscriptions].map((row) => [row.id, row.status]));
  const compOf = new Map(comps.map((row) => [row.id, row]));
  return owned.map((entry) => {
    const comp = compOf.get(entry.id);
    return {
      ...entry,
      status: statusOf.get(entry.id) ?? null,
      refundedMinor: orderOf.get(entry.id)?.refundedMinor ?? null,
      gift: comp
        ? {
            note: comp.note,
            givenBy: rows.givers.get(comp.givenBy) ?? comp.givenBy,
            endsAt: comp.endsAt,
          }
        : null,
      grants: (grantsOf.get(entry.id) ?? []).map(({ grant, benefit }) => ({
        id: grant.id,
        name: benefit.name,
        type: benefit.type,
        quantity: grant.quantity,
        isInForce: isInForce(grant, now),
        grantedAt: grant.grantedAt,
        endsAt: grant.endsAt,
        revokedAt: grant.revokedAt,
        waitingFor: grant.waitingFor,
      })),
      timeline: timelineOf.get(entry.id) ?? [],
    };
  });
}

function findMerger({ user, audit }: Rows): string | null {
  if (user?.status !== "deleted") return null;
  const merge = audit.find(({ entry }) => entry.action === "account.merged");
  const into = merge?.entry.after?.["into"];
  return typeof into === "string" ? into : null;
}
