import { mapProductSummariesOfUser } from "../../catalog/map-product-summaries.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { getProviderName } from "../../account/show-account.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import { toHistory } from "../../purchases/timeline/history.ts";
import { listHistory } from "../../purchases/timeline/store.ts";
import { listLicenses } from "../licenses/list-licenses.ts";
import { toCheckoutSummary } from "./checkout-outcome.ts";
import { describeLibraryEntries } from "./describe-library-entries.ts";
import { maySeeTeamEmails } from "./emails.ts";
import { readCustomerPage } from "./customer-page.query.ts";
import { selectPaymentSums } from "./story.query.ts";
import { pick } from "../../lib/pick.ts";
import { showGuest } from "../../guests/email-guest.ts";

type Rows = Awaited<ReturnType<typeof readCustomerPage>>;

/** A user's page in the console. Times in unix milliseconds, amounts in minor units. */
export type CustomerDetails = Awaited<ReturnType<typeof showCustomer>>;

/**
 * Returns everything about one user, in a fixed number of queries.
 * @throws `not_found`
 */
export async function showCustomer(ctx: UserCtx, input: { userId: string }) {
  const { userId } = input;
  const { mode } = ctx.config.stripe;
  const [rows, paid, grants, history, licenses, products, policy, now] = await Promise.all([
    readCustomerPage(ctx.db, {
      userId,
      mode,
      now: ctx.now,
      seesTeamEmails: maySeeTeamEmails(ctx, input),
    }),
    selectPaymentSums(ctx.db, userId, mode),
    listGrantsWithBenefits(ctx.db, userId, mode),
    listHistory(ctx.db, { userId, mode }),
    listLicenses(ctx, { search: userId, limit: 100 }),
    mapProductSummariesOfUser(ctx, { userId }),
    readAccessPolicy(ctx),
    readAccessTime(ctx),
  ]);
  const { user, identities, downloads, sessions, emails } = rows;
  if (!user) throw fail("not_found", { reason: "no such user" });
  const canReadAudit = ctx.actor.role === "admin" || ctx.actor.role === "owner";
  return {
    user: {
      ...pick(user, ["id", "name", "email", "emailVerified", "role", "status", "createdAt"]),
      ...pick(user, ["externalId", "metadata"]),
      emailProblem: user.emailProblem,
      /** How somebody is told who bought without signing in; null for everybody else. */
      guest: await showGuest(ctx, user),
      /** The account this one was merged into; null if it was not merged. */
      mergedInto: findMergedIntoId(rows),
    },
    identities: identities.map(({ provider, ...identity }) => ({
      ...identity,
      providerName: getProviderName(ctx, provider),
    })),
    /** The primary one, which purchases use, is first; then those from merged accounts. */
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
    /** Entries with access first, then newest first. */
    libraryEntries: await describeLibraryEntries(ctx, {
      ...rows,
      grants,
      history: toHistory(userId, history),
      products,
      policy,
      now,
    }),
    /** The newest 100 licenses. All of them together list at most 100 activations, oldest first. */
    licenses: licenses.items.map((license) => ({
      ...license,
      activations: rows.activations.flatMap(({ licenseKeyId, ...activation }) =>
        licenseKeyId === license.id ? [activation] : [],
      ),
    })),
    downloads,
    sessions,
    /** The newest 100, including unsent ones. `isCopy`: the team sent it again. */
    emails: emails.map(({ copyOf, ...email }) => ({ ...email, isCopy: copyOf !== null })),
    /** The newest 50, newest first, as our rows know them; `showStripeState` knows more. */
    checkouts: rows.checkouts.map((row) => toCheckoutSummary(row, { mode, now: ctx.now })),
    /** What the user paid, by currency, the one with the most payments first. Amounts in minor units. */
    paid: paid.toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency)),
    /** The team's own notes, newest first. */
    notes: rows.notes,
    /** The team's own words, in alphabetical order. */
    tags: rows.tags,
    /** Other open accounts with the same email. */
    accountsWithSameEmail: rows.accountsWithSameEmail,
    /** Whether they bought something in test mode while the shop runs in live mode, or the reverse. */
    hasPurchasesInOtherMode: rows.hasPurchasesInOtherMode,
    mode,
    /** Changes to this user and their purchases, newest first; null if the actor's role cannot read the audit log. */
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
