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

/** Library entries in groups: those that are on their way, those that are open, and the others. */
export function LibraryGroups({
  entries,
  showEntry,
}: {
  entries: LibraryEntry[];
  showEntry: ShowEntry;
}) {
  const groups = Map.groupBy(entries, (entry) => {
    if (isOpen(entry)) return "open";
    return entry.access.reason === "order_processing" ? "waiting" : "closed";
  });
  return (
    <>
      <EntryList title="On its way" entries={groups.get("waiting")} showEntry={showEntry} />
      <EntryList title="Yours" entries={groups.get("open")} showEntry={showEntry} />
      <EntryList title="No longer open" entries={groups.get("closed")} showEntry={showEntry} />
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
  return (
    <EmptyState title="Nothing here yet.">
      <p>What you buy appears here the moment it is paid, with everything that belongs to it.</p>
      <ButtonLink href={paths.home}>See what is for sale</ButtonLink>
    </EmptyState>
  );
}
