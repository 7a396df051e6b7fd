import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "../../paths.ts";
import { Loaded } from "../../shell/loaded.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import entryStyles from "./library-entry.module.css";
import { LibraryEntry } from "./library-entry.tsx";
import styles from "./library-page.module.css";
import { libraryQuery, type LibraryEntry as Entry } from "./queries.ts";

/** `/library`: everything one owns, and what one owned before. */
export default function LibraryPage() {
  return (
    <div className={styles.page}>
      <PageHeading>Library</PageHeading>
      <Loaded query={useQuery(libraryQuery)} skeleton={<LibrarySkeleton />}>
        {({ entries }) => <Entries entries={entries} />}
      </Loaded>
    </div>
  );
}

function Entries({ entries }: { entries: Entry[] }) {
  useEffect(() => {
    // The browser looked for the fragment before there was anything to find.
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
  const open = entries.filter(
    ({ access }) => access.active || access.reason === "order_processing",
  );
  const closed = entries.filter((entry) => !open.includes(entry));
  if (entries.length === 0) {
    return (
      <Empty title="Nothing here yet.">
        <p>What you buy appears here the moment it is paid, with everything that belongs to it.</p>
        <ButtonLink href={paths.home}>See what is for sale</ButtonLink>
      </Empty>
    );
  }
  return (
    <>
      <EntryList title="Yours" entries={open} />
      <EntryList title="No longer open" entries={closed} />
    </>
  );
}

function EntryList({ title, entries }: { title: string; entries: Entry[] }) {
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
