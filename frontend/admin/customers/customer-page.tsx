import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { roleNames } from "../frame/role-names.ts";
import { hasRole, mayActOn } from "../../../worker/shared/roles.ts";
import { useUser } from "../../http/session.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { GiftDialog } from "./gift-dialog.tsx";
import { CustomerLibrary } from "./customer-library.tsx";
import { TaxIds } from "../orders/purchase-parts.tsx";
import { Licenses, Downloads, AuditLog, Invoices } from "./records.tsx";
import { MergeAccounts } from "./merge-accounts.tsx";
import { getCustomerName } from "./customer-name.tsx";
import {
  customerQuery,
  stripeStateQuery,
  useGift,
  type CustomerCheckout,
  type CustomerDetails as Page,
  type StripeState,
} from "./queries.ts";
import { Checkouts } from "./checkouts.tsx";
import { Emails } from "./emails.tsx";
import { Notes } from "./notes.tsx";
import { StatementsOf } from "../statement-list/statements-of.tsx";
import { describeStanding } from "./standing.ts";
import { Summary } from "./summary.tsx";
import { Tags } from "./tags.tsx";
import { Sessions } from "./sessions.tsx";
import shapes from "../frame/shapes.module.css";

/** `/admin/customers/:id`: everything about one user. */
export default function CustomerPage() {
  return <DetailPage query={customerQuery} Content={CustomerView} />;
}

function CustomerView({ data: page }: { data: Page }) {
  const { t, i18n } = useLingui();
  const [isGiftDialogOpen, setIsGiftDialogOpen] = useState(false);
  const user = useUser();
  const { user: customer } = page;
  const isActive = customer.status === "active";
  const isAdmin = user ? hasRole(user.role, "admin") : false;
  const mayAct = user ? mayActOn({ userId: user.id, role: user.role }, customer) : false;
  const gift = useGift();
  const freshSignIn = useFreshSignIn(`gift:${customer.id}`, gift);
  const stripe = useQuery(stripeStateQuery(customer.id));
  const checkouts = joinCheckouts(page, stripe.data);
  return (
    <ConsolePage
      title={getCustomerName(i18n, customer)}
      parent={{ href: consolePaths.customers, name: t`Customers` }}
      description={<AccountStatus customer={customer} />}
      actions={
        isActive && (
          <>
            {isAdmin && customer.role === "buyer" && (
              <MergeAccounts userId={customer.id} name={getCustomerName(i18n, customer)} />
            )}
            <ButtonLink href={consolePaths.newMessage({ customer: customer.id })}>
              {t({ message: `Write…`, comment: "Verb: an email to this customer" })}
            </ButtonLink>
            {mayAct && <Button onClick={() => setIsGiftDialogOpen(true)}>{t`Give access…`}</Button>}
          </>
        )
      }
    >
      <Summary
        page={page}
        stripe={stripe}
        standing={
          stripe.isPending && isStripeNeeded(page)
            ? null
            : describeStanding(i18n, {
                ...page,
                entries: page.libraryEntries,
                checkouts,
                payersWithSameEmail: stripe.data?.payersWithSameEmail ?? [],
              })
        }
        canSync={mayAct}
        isUrgent={checkouts.some(({ outcome }) => outcome === "missed")}
      />
      {checkouts.length > 0 && (
        <PageSection
          title={t`Checkouts`}
          description={t`Every checkout this customer opened, newest first.`}
        >
          <Checkouts checkouts={checkouts} />
        </PageSection>
      )}
      <PageSection title={t`Access`} description={t`Purchases and gifts, with their access.`}>
        <CustomerLibrary entries={page.libraryEntries} canRevokeGifts={mayAct} />
      </PageSection>
      <StatementsOf userId={customer.id} />
      <PageSection title={t`Emails`}>
        <Emails userId={customer.id} address={customer.email} emails={page.emails} />
      </PageSection>
      <PageSection title={t`Notes`} description={t`Only your team can see these.`}>
        <Notes
          userId={customer.id}
          notes={page.notes}
          canAdd={mayAct && customer.status !== "deleted"}
        />
      </PageSection>
      <PageSection title={t`Tags`} description={t`Only your team can see these.`}>
        <Tags
          userId={customer.id}
          tags={page.tags}
          canChange={mayAct && customer.status !== "deleted"}
        />
      </PageSection>
      {page.licenses.length > 0 && (
        <PageSection title={t`License keys`}>
          <Licenses licenses={page.licenses} />
        </PageSection>
      )}
      {page.downloads.length > 0 && (
        <PageSection title={t`Downloads`}>
          <Downloads downloads={page.downloads} />
        </PageSection>
      )}
      {stripe.data && stripe.data.invoices.length > 0 && (
        <PageSection title={t`Invoices`}>
          <Invoices invoices={stripe.data.invoices} />
        </PageSection>
      )}
      {stripe.data && stripe.data.taxIds.length > 0 && (
        <PageSection title={t`Tax IDs`}>
          <TaxIds taxIds={stripe.data.taxIds} />
        </PageSection>
      )}
      <Sessions
        userId={customer.id}
        sessions={page.sessions}
        canEnd={isAdmin && mayAct}
        isProtected={isAdmin && !mayAct}
      />
      <PageSection title={t`Account`}>
        <Account page={page} />
      </PageSection>
      {page.audit && (
        <PageSection title={t`Audit log`} description={t`Changes your team made to this customer.`}>
          <AuditLog entries={page.audit} />
        </PageSection>
      )}
      {isGiftDialogOpen && (
        <GiftDialog
          give={gift.mutateAsync}
          isLeaving={freshSignIn.isAsking}
          to={{ userId: customer.id, name: getCustomerName(i18n, customer) }}
          onClose={() => setIsGiftDialogOpen(false)}
        />
      )}
      {freshSignIn.dialog}
    </ConsolePage>
  );
}

/** Adds what Stripe says of each checkout, as soon as it has answered. */
function joinCheckouts(page: Page, stripe: StripeState | undefined): CustomerCheckout[] {
  const atStripe = new Map(stripe?.checkouts.map((checkout) => [checkout.id, checkout]));
  return page.checkouts.map((checkout) => ({
    attempts: [],
    ...checkout,
    ...atStripe.get(checkout.id),
  }));
}

/** Whether only Stripe knows what blocks access: an unpaid checkout may be declined or paid, or nothing was bought. */
function isStripeNeeded({ checkouts, libraryEntries, user }: Page): boolean {
  if (user.status !== "active") return false;
  return (
    libraryEntries.length === 0 ||
    checkouts.some(({ outcome }) => outcome === "open" || outcome === "abandoned")
  );
}

function AccountStatus({ customer }: { customer: Page["user"] }) {
  const { t } = useLingui();
  if (customer.mergedInto)
    return (
      <Trans>
        This account was merged into{" "}
        <Link href={consolePaths.customer(customer.mergedInto)}>another account</Link>, which now
        has all its purchases.
      </Trans>
    );
  if (customer.status === "deleted")
    return t`This account was deleted. Its payment records are kept.`;
  if (customer.status === "disabled") return t`This account is disabled. Nobody can sign in to it.`;
  switch (customer.emailProblem) {
    case "bounced":
      return t`Emails to this customer bounce, so the shop sends none until they sign in with an emailed link.`;
    case "complained":
      return t`This customer has reported an email as spam, so the shop sends them no reminders.`;
    case null:
      return null;
  }
}

function Account({ page: { user, identities } }: { page: Page }) {
  const { t, i18n } = useLingui();
  return (
    <DescriptionList
      items={{
        [t`Role`]: i18n._(roleNames[user.role]),
        [t`Sign-in methods`]:
          identities.length > 0 ? (
            <ul className={shapes.lines}>
              {identities.map(({ id, providerName, createdAt }) => (
                <li key={id}>
                  <Trans>
                    {providerName}, since <Time at={createdAt} />
                  </Trans>
                </li>
              ))}
            </ul>
          ) : null,
        [t`ID`]: <code>{user.id}</code>,
      }}
    />
  );
}
