import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { PageHeading } from "../../shell/page-heading.tsx";
import { useScrollToFragment } from "../../shell/use-scroll-to-fragment.ts";
import { Button } from "../../ui/button.tsx";
import shapes from "../../ui/shapes.module.css";
import { FoldedHistory } from "./folded-history.tsx";
import { LibraryEntry } from "./library-entry.tsx";
import { EmptyLibrary, LibraryGroups } from "./library-groups.tsx";
import { UnpaidCheckouts } from "../catalog/unpaid-checkouts.tsx";
import { LibrarySearch } from "./library-search.tsx";
import styles from "./library.module.css";
import { OrderLine } from "./order-line.tsx";
import type { LibraryEntry as Entry, SeatOffer, UnpaidCheckout as Unpaid } from "./queries.ts";
import { SeatOfferNotice } from "./seat-offer-notice.tsx";
import { searchLibrary } from "./search-library.ts";

/** The library as the Worker draws it: what is folded has no content. */
export function DrawnLibrary({
  entries,
  unpaid,
  seatOffers,
}: {
  entries: Entry[];
  unpaid: Unpaid[];
  seatOffers: SeatOffer[];
}) {
  const { t } = useLingui();
  return (
    <div className={shapes.page}>
      <PageHeading>{t`Library`}</PageHeading>
      {seatOffers.map((offer) => (
        <SeatOfferNotice key={offer.id} offer={offer}>
          <Button kind="primary">{t`Take a seat`}</Button>
        </SeatOfferNotice>
      ))}
      <UnpaidCheckouts unpaid={unpaid} />
      <LibraryEntries entries={entries} drawHistory={drawFoldedHistory} />
      <FoldedClaim />
    </div>
  );
}

const drawFoldedHistory = (entry: Entry) => (
  <>
    <OrderLine entry={entry} />
    {entry.timeline.length > 0 && <FoldedHistory productName={entry.product.name} />}
  </>
);

/** The number of entries from which the search field is shown. */
const searchThreshold = 8;

/** The number of entries up to which everything shows at once. */
const expandedCount = 2;

/** All entries, with a search if there are many. @param props.drawHistory stands below an entry's benefits */
export function LibraryEntries({
  entries,
  drawHistory,
}: {
  entries: Entry[];
  drawHistory: (entry: Entry) => ReactNode;
}) {
  const [query, setQuery] = useState("");
  useScrollToFragment();
  if (entries.length === 0) return <EmptyLibrary />;
  const matches = searchLibrary(entries, query);
  const isExpanded = matches.length <= expandedCount;
  const showEntry = (entry: Entry) => (
    <LibraryEntry entry={entry} isExpanded={isExpanded} history={drawHistory(entry)} />
  );
  return (
    <>
      {entries.length > searchThreshold && (
        <LibrarySearch query={query} matchCount={matches.length} onChange={setQuery} />
      )}
      <LibraryGroups entries={matches} showEntry={showEntry} />
    </>
  );
}

/** Where a license key is entered that was bought elsewhere. */
export function FoldedClaim({ children }: { children?: ReactNode }) {
  const { t } = useLingui();
  return (
    <details className={styles.claim}>
      <summary>{t`Add a license key you already have`}</summary>
      {children}
    </details>
  );
}
