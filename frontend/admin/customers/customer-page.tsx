import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { ConsolePage, Facts, Part } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { GiftDialog } from "./gift-dialog.tsx";
import { Holdings } from "./customer-library.tsx";
import { Licenses } from "./licenses.tsx";
import { MergeAccounts } from "./merge-accounts.tsx";
import { nameOf } from "./get-customer-name.ts";
import { customerQuery, type CustomerPage as Page } from "./queries.ts";
import { Downloads, Log, Mails } from "./records.tsx";
import { Sessions } from "./sessions.tsx";
import styles from "./customer-page.module.css";

const up = { href: consolePaths.customers, name: "Customers" };

/** `/admin/customers/:id`: all about one person. */
export default function CustomerPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <Loaded query={useQuery(customerQuery(id))} skeleton={<SkeletonLines lines={8} />} level="page">
      {(page) => <Person key={id} page={page} />}
    </Loaded>
  );
}

function Person({ page }: { page: Page }) {
  const [isGiving, setIsGiving] = useState(false);
  const user = useUser();
  const { person } = page;
  const isActive = person.status === "active";
  const isAdmin = user ? hasRole(user.role, "admin") : false;
  return (
    <ConsolePage
      title={nameOf(person)}
      up={up}
      about={<About person={person} />}
      actions={
        isActive && (
          <>
            {isAdmin && person.role === "buyer" && (
              <MergeAccounts userId={person.id} name={nameOf(person)} />
            )}
            <Button onClick={() => setIsGiving(true)}>Give access…</Button>
          </>
        )
      }
    >
      <Profile page={page} />
      <Part title="Access" about="What they bought and were given, and why it is open or closed.">
        <Holdings holdings={page.holdings} />
      </Part>
      {page.licenses.length > 0 && (
        <Part title="License keys">
          <Licenses licenses={page.licenses} />
        </Part>
      )}
      {page.downloads.length > 0 && (
        <Part title="Downloads">
          <Downloads downloads={page.downloads} />
        </Part>
      )}
      <Part title="Mails">
        <Mails mails={page.mails} />
      </Part>
      <Sessions userId={person.id} sessions={page.sessions} canEnd={isAdmin} />
      {page.audit && (
        <Part title="Changes" about="What your team changed for this person.">
          <Log entries={page.audit} />
        </Part>
      )}
      {isGiving && (
        <GiftDialog userId={person.id} name={nameOf(person)} onClose={() => setIsGiving(false)} />
      )}
    </ConsolePage>
  );
}

function About({ person }: { person: Page["person"] }) {
  if (person.mergedInto)
    return (
      <>
        This account was merged into{" "}
        <Link href={consolePaths.customer(person.mergedInto)}>another one</Link>, which has
        everything that was here.
      </>
    );
  if (person.status === "deleted") return "This account is deleted. What was paid stays on record.";
  return person.status === "disabled"
    ? "This account is disabled: nobody can sign in to it."
    : null;
}

const roles = { buyer: "Buyer", support: "Support", admin: "Admin", owner: "Owner" };

function Profile({ page: { person, identities, stripeCustomers } }: { page: Page }) {
  return (
    <Facts
      facts={[
        [
          "Email",
          person.email && `${person.email}${person.emailVerified ? "" : " (not verified)"}`,
        ],
        ["First signed in", <Time key="since" at={person.createdAt} />],
        ["Role", roles[person.role]],
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
        ["Id", <code key="id">{person.id}</code>],
      ].map(([name, value]) => [name as string, value || null])}
    />
  );
}
