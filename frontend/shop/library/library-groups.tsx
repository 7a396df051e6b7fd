import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SellerText } from "../../ui/seller-text.tsx";
import { Cover } from "../catalog/cover.tsx";
import { explainAccess, explainOutageAccess } from "./explain-access.ts";
import styles from "./library.module.css";
import type { LibraryEntry } from "./queries.ts";

type ShowEntry = (entry: LibraryEntry) => ReactNode;

/** Whether what belongs to the entry can be used now. */
export function isOpen({ access, isKeptByOutageMode }: LibraryEntry): boolean {
  return access.active || isKeptByOutageMode;
}

/**
 * A library entry: its product, why the user has access and until when, and what `children` show.
 * @param props.link stands after the explanation
 */
export function EntryFrame({
  entry,
  link,
  children,
}: {
  entry: LibraryEntry;
  link?: ReactNode;
  children: ReactNode;
}) {
  const { i18n } = useLingui();
  const { id, product, isKeptByOutageMode } = entry;
  return (
    <article className={styles.entry} id={id} data-active={isOpen(entry)}>
      <Cover slug={product.slug} image={product.image} className={styles.cover} />
      <div className={styles.text}>
        <SellerText as="h3" className={styles.productName} lang={product.langs?.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </SellerText>
        <p className={styles.why}>
          {isKeptByOutageMode ? explainOutageAccess(i18n, entry) : explainAccess(i18n, entry)}{" "}
          {link}
        </p>
        {entry.giftMessage !== undefined && <p className={styles.message}>{entry.giftMessage}</p>}
        {children}
      </div>
    </article>
  );
}

/** No access now, and not for good: the user can pay, buy it again, or settle it with the bank. */
const unsettled: readonly LibraryEntry["access"]["reason"][] = [
  "order_failed",
  "order_disputed",
  "subscription_disputed",
  "subscription_past_due",
  "subscription_inactive",
  "subscription_lapsed",
  "subscription_paused",
];

/**
 * Library entries in groups: those whose payment is processing, those with access, those that may be had again, and past
 * ones.
 */
export function LibraryGroups({
  entries,
  showEntry,
}: {
  entries: LibraryEntry[];
  showEntry: ShowEntry;
}) {
  const { t } = useLingui();
  const groups = Map.groupBy(entries, (entry) => {
    if (isOpen(entry)) return "open";
    if (entry.access.reason === "order_processing") return "waiting";
    return unsettled.includes(entry.access.reason) ? "unsettled" : "closed";
  });
  return (
    <>
      <EntryList
        title={t`Payment processing`}
        entries={groups.get("waiting")}
        showEntry={showEntry}
      />
      <EntryList
        title={t({ message: `Active`, comment: "Heading of what somebody has access to now" })}
        entries={groups.get("open")}
        showEntry={showEntry}
      />
      <EntryList
        title={t({
          message: `No access now`,
          comment: "Heading of purchases that are unpaid, disputed or paused",
        })}
        entries={groups.get("unsettled")}
        showEntry={showEntry}
      />
      <EntryList title={t`Past purchases`} entries={groups.get("closed")} showEntry={showEntry} />
    </>
  );
}

/** Library entries under a heading. Shows nothing without entries. */
export function EntryList({
  title,
  entries = [],
  showEntry,
}: {
  title: string;
  entries: LibraryEntry[] | undefined;
  showEntry: ShowEntry;
}) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={styles.list}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>{showEntry(entry)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A library in which nothing is yet. */
export function EmptyLibrary() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Your library is empty.`}
      text={t`What you buy appears here as soon as it’s paid.`}
    >
      <ButtonLink href={paths.home}>{t`Browse products`}</ButtonLink>
    </EmptyState>
  );
}
