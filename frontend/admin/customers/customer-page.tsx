import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole, mayActOn } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { GiftDialog } from "./gift-dialog.tsx";
import { CustomerLibrary } from "./customer-library.tsx";
import { Licenses } from "./licenses.tsx";
import { MergeAccounts } from "./merge-accounts.tsx";
import { getCustomerName } from "./get-customer-name.ts";
import { customerQuery, type CustomerDetails as Page } from "./queries.ts";
import { Downloads, AuditLog, Mails } from "./records.tsx";
import { Sessions } from "./sessions.tsx";
import styles from "./customer-page.module.css";

const parentLink = { href: consolePaths.customers, name: "Customers" };

/** `/admin/customers/:id`: everything about one user. */
export default function CustomerPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <QueryBoundary
      query={useQuery(customerQuery(id))}
      skeleton={<SkeletonLines lines={8} />}
      level="page"
    >
      {(page) => <CustomerView key={id} page={page} />}
    </QueryBoundary>
  );
}

function CustomerView({ page }: { page: Page }) {
  const [isGiftDialogOpen, setIsGiftDialogOpen] = useState(false);
  const user = useUser();
  const { user: customer } = page;
  const isActive = customer.status === "active";
  const isAdmin = user ? hasRole(user.role, "admin") : false;
  const mayAct = user ? mayActOn({ userId: user.id, role: user.role }, customer) : false;
  return (
    <ConsolePage
      title={getCustomerName(customer)}
      parent={parentLink}
      description={<AccountStatus customer={customer} />}
      actions={
        isActive && (
          <>
            {isAdmin && customer.role === "buyer" && (
              <MergeAccounts userId={customer.id} name={getCustomerName(customer)} />
            )}
            {mayAct && <Button onClick={() => setIsGiftDialogOpen(true)}>Give access…</Button>}
          </>
        )
      }
    >
      <Profile page={page} />
      <PageSection
        title="Access"
        description="What they bought and were given, and why it is open or closed."
      >
        <CustomerLibrary entries={page.libraryEntries} canRevokeGifts={mayAct} />
      </PageSection>
      {page.licenses.length > 0 && (
        <PageSection title="License keys">
          <Licenses licenses={page.licenses} />
        </PageSection>
      )}
      {page.downloads.length > 0 && (
        <PageSection title="Downloads">
          <Downloads downloads={page.downloads} />
        </PageSection>
      )}
      <PageSection title="Mails">
        <Mails mails={page.mails} />
      </PageSection>
      <Sessions
        userId={customer.id}
        sessions={page.sessions}
        canEnd={isAdmin && mayAct}
        isProtected={isAdmin && !mayAct}
      />
      {page.audit && (
        <PageSection title="Changes" description="What your team changed for this person.">
          <AuditLog entries={page.audit} />
        </PageSection>
      )}
      {isGiftDialogOpen && (
        <GiftDialog
          userId={customer.id}
          name={getCustomerName(customer)}
          onClose={() => setIsGiftDialogOpen(false)}
        />
      )}
    </ConsolePage>
  );
}

function AccountStatus({ customer }: { customer: Page["user"] }) {
  if (customer.mergedInto)
    return (
      <>
        This account was merged into{" "}
        <Link href={consolePaths.customer(customer.mergedInto)}>another one</Link>, which has
        everything that was here.
      </>
    );
  if (customer.status === "deleted")
    return "This account is deleted. What was paid stays on record.";
  return customer.status === "disabled"
    ? "This account is disabled: nobody can sign in to it."
    : null;
}

const roleLabels = { buyer: "Buyer", support: "Support", admin: "Admin", owner: "Owner" };

function Profile({ page: { user, identities, stripeCustomers } }: { page: Page }) {
  return (
    <DescriptionList
      items={[
        ["Email", user.email && `${user.email}${user.emailVerified ? "" : " (not verified)"}`],
        ["First signed in", <Time key="since" at={user.createdAt} />],
        ["Role", roleLabels[user.role]],
        [
          "Signs in with",
          identities.length > 0 && (
            <ul className={styles.ways}>
              {identities.map((identity) => (
                <li key={identity.id}>
                  {identity.providerName}, since <Time at={identity.createdAt} />
                </li>
              ))}
            </ul>
          ),
        ],
        [
          "At Stripe",
          stripeCustomers.length > 0 && (
            <ul className={styles.ways}>
              {stripeCustomers.map(({ id, url, isSecondary }) => (
                <li key={id}>
                  <a href={url} target="_blank" rel="noreferrer">
                    {id}
                  </a>
                  {isSecondary && <span className={styles.soft}> from a merged account</span>}
                </li>
              ))}
            </ul>
          ),
        ],
        ["Id", <code key="id">{user.id}</code>],
      ].map(([name, value]) => [name as string, value || null])}
    />
  );
}
