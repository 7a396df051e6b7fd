import type { Role } from "../../lib/roles.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { getProviderName } from "../../shop/account/show-account.ts";
import type { AuditEntry } from "../audit/list-audit-entries.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { isInForce } from "../../access/in-force.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import { toHistory, type History } from "../../purchases/timeline/history.ts";
import { listHistory } from "../../purchases/timeline/store.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import type { TimelineEntry } from "../../purchases/timeline/timeline-entry.ts";
import { isHeldOpen } from "../../delivery/library/is-held-open.ts";
import { toLibraryItems, type LibraryItem } from "../../delivery/library/list-library-items.ts";
import { listLicenses, type ListedLicense } from "../licenses/list-licenses.ts";
import { readCustomerPage } from "./store-page.ts";

type Rows = Awaited<ReturnType<typeof readCustomerPage>>;

/** One grant of a purchase or gift. `isInForce` refers to now. */
export type GrantSummary = {
  id: string;
  name: string;
  type: string;
  quantity: number;
  isInForce: boolean;
  grantedAt: number;
  endsAt: number | null;
  revokedAt: number | null;
  /** What delivery waits for; null if nothing. */
  waitingFor: "buyer_name" | "seller_keys" | null;
};

/** A purchase or gift with its access, its grants, and its timeline, newest first. */
export type CustomerLibraryEntry = LibraryItem & {
  /** The status of the subscription (Stripe's) or order (ours); null for a gift. */
  status: string | null;
  refundedMinor: number | null;
  /** The team's note, and the name of the member who gave it. */
  gift: { note: string; givenBy: string; endsAt: number | null } | null;
  grants: GrantSummary[];
  timeline: TimelineEntry[];
  /** It opens although its purchase no longer gives access: outage mode is on, or has just ended. */
  isHeldOpen: boolean;
};

/** A user's page in the console. Times in unix milliseconds, amounts in minor units. */
export type CustomerDetails = {
  user: {
    id: string;
    name: string | null;
    email: string | null;
    emailVerified: boolean;
    role: Role;
    status: "active" | "disabled" | "deleted";
    createdAt: number;
    /** The account this one was merged into; null if it was not merged. */
    mergedInto: string | null;
  };
  identities: { id: string; providerName: string; createdAt: number }[];
  /** The primary one, which purchases use, is first; then those from merged accounts. */
  stripeCustomers: { id: string; isSecondary: boolean; syncedAt: number | null; url: string }[];
  /** Entries with access first, then newest first. */
  libraryEntries: CustomerLibraryEntry[];
  /** The newest 100 licenses. All of them together list at most 100 activations, oldest first. */
  licenses: (ListedLicense & {
    activations: Omit<Rows["activations"][number], "licenseKeyId">[];
  })[];
  downloads: Omit<Rows["downloads"][number], "benefitId">[];
  sessions: Rows["sessions"];
  /** The newest 100, including unsent ones. */
  mails: Rows["mails"];
  /** Changes to this user and their purchases, newest first; null if the actor's role cannot read the audit log. */
  audit: AuditEntry[] | null;
};

/**
 * Returns everything about one user, in a fixed number of queries.
 * @throws `not_found`
 */
export async function showCustomer(
  ctx: UserCtx,
  input: { userId: string },
): Promise<CustomerDetails> {
  const { userId } = input;
  const { mode } = ctx.config.stripe;
  const [rows, grants, history, licenses, policy, now] = await Promise.all([
    readCustomerPage(ctx.db, userId, mode, ctx.now),
    listGrantsWithBenefits(ctx.db, userId, mode),
    listHistory(ctx.db, { userId, mode }),
    listLicenses(ctx, { search: userId, limit: 100 }),
    readAccessPolicy(ctx),
    getAccessTime(ctx),
  ]);
  const { user, identities, downloads, sessions, mails } = rows;
  if (!user) throw fail("not_found", { reason: "no such user" });
  const { id, name, email, emailVerified, role, status, createdAt } = user;
  const canReadAudit = ctx.actor.role === "admin" || ctx.actor.role === "owner";
  return {
    user: {
      id,
      name,
      email,
      emailVerified,
      role,
      status,
      createdAt,
      mergedInto: findMergedIntoId(rows),
    },
    identities: identities.map(({ provider, ...identity }) => ({
      ...identity,
      providerName: getProviderName(ctx, provider),
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
    libraryEntries: await describeLibraryEntries(ctx, {
      ...rows,
      grants,
      history: toHistory(userId, history),
      policy,
      now,
    }),
    licenses: licenses.items.map((license) => ({
      ...license,
      activations: rows.activations.flatMap(({ licenseKeyId, ...activation }) =>
        licenseKeyId === license.id ? [activation] : [],
      ),
    })),
    downloads: downloads.map(({ benefitId: _, ...download }) => download),
    sessions,
    mails,
    audit: canReadAudit
      ? rows.audit.map(({ entry, actorName, actorEmail }) => ({
          ...entry,
          actorName: actorName ?? actorEmail,
        }))
      : null,
  };
}

async function describeLibraryEntries(
  ctx: UserCtx,
  rows: Rows & {
    grants: GrantWithBenefit[];
    history: History;
    policy: AccessPolicy;
    now: number;
  },
): Promise<CustomerLibraryEntry[]> {
  const { orders, subscriptions, gifts, grants, keys, downloads, history, policy, now } = rows;
  const facts = { orders, subscriptions, gifts, grants, keys, downloads, history, policy, now };
  const owned = await toLibraryItems(ctx, facts);
  const timelineOf = Map.groupBy(buildTimeline(facts), ({ source }) => source.id);
  const grantsOf = Map.groupBy(grants, ({ grant }) => grant.sourceId);
  const orderOf = new Map(orders.map((row) => [row.id, row]));
  const statusOf = new Map([...orders, ...subscriptions].map((row) => [row.id, row.status]));
  const giftOf = new Map(gifts.map((row) => [row.id, row]));
  return owned.map((entry) => {
    const giftRow = giftOf.get(entry.sourceId);
    const entryGrants = (grantsOf.get(entry.sourceId) ?? []).filter(
      ({ grant }) => grant.productId === entry.product.id,
    );
    return {
      ...entry,
      isHeldOpen: isHeldOpen(
        ctx,
        entry,
        entryGrants.some(({ grant }) => isInForce(grant, now)),
      ),
      status: statusOf.get(entry.sourceId) ?? null,
      refundedMinor: orderOf.get(entry.sourceId)?.refundedMinor ?? null,
      gift: giftRow
        ? {
            note: giftRow.note,
            givenBy: rows.giverNames.get(giftRow.givenBy) ?? giftRow.givenBy,
            endsAt: giftRow.endsAt,
          }
        : null,
      grants: entryGrants.map(({ grant, benefit }) => ({
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
      timeline: timelineOf.get(entry.sourceId) ?? [],
    };
  });
}

function findMergedIntoId({ user, audit }: Rows): string | null {
  if (user?.status !== "deleted") return null;
  const mergeEntry = audit.find(({ entry }) => entry.action === "account.merged");
  const into = mergeEntry?.entry.after?.["into"];
  return typeof into === "string" ? into : null;
}
