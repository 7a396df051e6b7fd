import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import styles from "./library-page.module.css";
import type { LibraryEntry } from "./queries.ts";

type ShowEntry = (entry: LibraryEntry) => ReactNode;

/** Whether what belongs to the entry can be used now. */
export function isOpen({ access, isHeldOpen }: LibraryEntry): boolean {
  return access.active || isHeldOpen;
}

/** Library entries in groups: those whose payment is processing, those with access, and the others. */
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
    return entry.access.reason === "order_processing" ? "waiting" : "closed";
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
    <EmptyState title={t`Your library is empty.`}>
      <p>
        <Trans>What you buy appears here as soon as it’s paid.</Trans>
      </p>
      <ButtonLink href={paths.home}>
        <Trans>Browse products</Trans>
      </ButtonLink>
    </EmptyState>
  );
}
