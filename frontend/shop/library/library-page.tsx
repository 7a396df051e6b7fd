import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { useScrollToFragment } from "../../shell/use-scroll-to-fragment.ts";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { DownloadErrorNotice } from "./download-error-notice.tsx";
import { ClaimForm } from "./claim-form.tsx";
import entryStyles from "./library-entry.module.css";
import { LibraryEntry } from "./library-entry.tsx";
import { EmptyLibrary, LibraryGroups } from "./library-groups.tsx";
import styles from "./library-page.module.css";
import { LibrarySearch } from "./library-search.tsx";
import { libraryQuery, type LibraryEntry as Entry } from "./queries.ts";
import { searchLibrary } from "./search-library.ts";

/** `/library`: everything the user has access to, and past purchases. */
export default function LibraryPage() {
  const { t } = useLingui();
  return (
    <div className={styles.page}>
      <PageHeading>{t`Library`}</PageHeading>
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

/** The number of entries up to which everything shows at once. */
const expandedCount = 2;

const showWhole = (entry: Entry) => <LibraryEntry entry={entry} />;
const showFolded = (entry: Entry) => <LibraryEntry entry={entry} isExpanded={false} />;

function LibraryEntries({ entries }: { entries: Entry[] }) {
  const [query, setQuery] = useState("");
  useScrollToFragment();
  if (entries.length === 0) return <EmptyLibrary />;
  const matches = searchLibrary(entries, query);
  const showEntry = matches.length <= expandedCount ? showWhole : showFolded;
  return (
    <>
      {entries.length > searchThreshold && (
        <LibrarySearch query={query} matchCount={matches.length} onChange={setQuery} />
      )}
      <LibraryGroups entries={matches} showEntry={showEntry} />
    </>
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
