import type { Role } from "../../lib/roles.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { getProviderName } from "../../shop/account/show-account.ts";
import type { AuditEntry } from "../audit/list-audit-entries.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import { toHistory } from "../../purchases/timeline/history.ts";
import { listHistory } from "../../purchases/timeline/store.ts";
import { listLicenses, type ListedLicense } from "../licenses/list-licenses.ts";
import type { Mode } from "../../config/config.ts";
import { isCopy } from "../../mail/resend-email.ts";
import { toCheckoutSummary, type CheckoutSummary } from "./describe-story.ts";
import { describeLibraryEntries, type CustomerLibraryEntry } from "./describe-library-entries.ts";
import { readCustomerPage } from "./store-page.ts";
import { selectPaymentSums } from "./store-story.ts";

type Rows = Awaited<ReturnType<typeof readCustomerPage>>;

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
  /** The newest 100, including unsent ones. `isCopy`: the team sent it again. */
  mails: (Omit<Rows["mails"][number], "dedupeKey"> & { isCopy: boolean })[];
  /** The newest 50, newest first, as our rows know them; `showStripeState` knows more. */
  checkouts: CheckoutSummary[];
  /** What the user paid, by currency, the one with the most payments first. Amounts in minor units. */
  paid: Awaited<ReturnType<typeof selectPaymentSums>>;
  /** The team's own notes, newest first. */
  notes: Rows["notes"];
  /** Other open accounts with the same email. */
  accountsWithSameEmail: Rows["accountsWithSameEmail"];
  /** Whether they bought something in test mode while the shop runs in live mode, or the reverse. */
  hasPurchasesInOtherMode: boolean;
  mode: Mode;
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
  const [rows, paid, grants, history, licenses, policy, now] = await Promise.all([
    readCustomerPage(ctx.db, userId, mode, ctx.now),
    selectPaymentSums(ctx.db, userId, mode),
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
    mails: mails.map(({ dedupeKey, ...mail }) => ({ ...mail, isCopy: isCopy(dedupeKey) })),
    checkouts: rows.checkouts.map((row) => toCheckoutSummary(row, { mode, now: ctx.now })),
    paid: paid.toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency)),
    notes: rows.notes,
    accountsWithSameEmail: rows.accountsWithSameEmail,
    hasPurchasesInOtherMode: rows.hasPurchasesInOtherMode,
    mode,
    audit: canReadAudit
      ? rows.audit.map(({ entry, actorName, actorEmail }) => ({
          ...entry,
          actorName: actorName ?? actorEmail,
        }))
      : null,
  };
}

function findMergedIntoId({ user, audit }: Rows): string | null {
  if (user?.status !== "deleted") return null;
  const mergeEntry = audit.find(({ entry }) => entry.action === "account.merged");
  const into = mergeEntry?.entry.after?.["into"];
  return typeof into === "string" ? into : null;
}
