import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { useScrollToFragment } from "../../shell/use-scroll-to-fragment.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { DownloadErrorNotice } from "./download-error-notice.tsx";
import { ClaimForm } from "./claim-form.tsx";
import entryStyles from "./library-entry.module.css";
import { LibraryEntry } from "./library-entry.tsx";
import styles from "./library-page.module.css";
import { LibrarySearch } from "./library-search.tsx";
import { libraryQuery, type LibraryEntry as Entry } from "./queries.ts";
import { searchLibrary } from "./search-library.ts";

/** `/library`: everything the user has access to, and past purchases. */
export default function LibraryPage() {
  return (
    <div className={styles.page}>
      <PageHeading>Library</PageHeading>
      <DownloadErrorNotice />
      <QueryBoundary query={useQuery(libraryQuery)} skeleton={<LibrarySkeleton />}>
        {({ entries }) => (
          <>
            <LibraryEntries entries={entries} />
            <ClaimForm />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

/** The number of entries from which the search field is shown. */
const searchThreshold = 8;

function LibraryEntries({ entries }: { entries: Entry[] }) {
  const [query, setQuery] = useState("");
  useScrollToFragment();
  if (entries.length === 0) {
    return (
      <EmptyState title="Nothing here yet.">
        <p>What you buy appears here the moment it is paid, with everything that belongs to it.</p>
        <ButtonLink href={paths.home}>See what is for sale</ButtonLink>
      </EmptyState>
    );
  }
  const matches = searchLibrary(entries, query);
  const getGroup = ({ access, isHeldOpen }: Entry) =>
    access.active || isHeldOpen
      ? "open"
      : access.reason === "order_processing"
        ? "waiting"
        : "closed";
  const groups = Map.groupBy(matches, getGroup);
  return (
    <>
      {entries.length > searchThreshold && (
        <LibrarySearch query={query} matchCount={matches.length} onChange={setQuery} />
      )}
      <EntryList title="On its way" entries={groups.get("waiting")} />
      <EntryList title="Yours" entries={groups.get("open")} />
      <EntryList title="No longer open" entries={groups.get("closed")} />
    </>
  );
}

function EntryList({ title, entries = [] }: { title: string; entries: Entry[] | undefined }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={styles.list}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <LibraryEntry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LibrarySkeleton() {
  return (
    <div className={styles.list}>
      <div className={styles.title}>
        <Skeleton width="4rem" />
      </div>
      {[1, 2].map((row) => (
        <div key={row} className={entryStyles.entry}>
          <div className={styles.square}>
            <Skeleton height="100%" />
          </div>
          <div className={entryStyles.text}>
            <Skeleton width="55%" height="1.8rem" />
            <SkeletonLines lines={3} />
          </div>
        </div>
      ))}
    </div>
  );
}
