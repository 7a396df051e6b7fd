import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { paths, plainPaths } from "../paths.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeCheckoutOutcome, describeReceipt } from "../shop/checkout/return-copy.ts";
import { Benefits } from "../shop/library/benefits/benefits.tsx";
import {
  EmptyLibrary,
  EntryFrame,
  EntryList,
  isOpen,
  LibraryGroups,
} from "../shop/library/library-groups.tsx";
import type { LibraryEntry } from "../shop/library/queries.ts";
import { UpgradeLink } from "../shop/library/upgrade-link.tsx";
import { UnpaidCheckouts } from "../shop/catalog/unpaid-checkouts.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { BackToProduct, ContinueToSite, GoToLibrary } from "./links.tsx";
import { plainContents } from "./plain-benefits.tsx";
import type { ContentOf, View } from "./view.ts";

/** How a checkout ended. The page does not update; an unsettled payment gets a "Check again" link. */
export function showCheckoutOutcome(
  i18n: I18n,
  content: ContentOf<"checkoutOutcome">,
  userEmail: string | null,
): View {
  const { checkoutId, confirmation } = content;
  const { state, product, entry, others, resumeUrl, successUrl, isEmailed } = confirmation;
  const { title, text } = describeCheckoutOutcome(i18n, state, product.name, true, entry);
  const isWaiting = state === "confirming" || state === "processing";
  return {
    title,
    // What was bought is shown below, with its picture.
    ...(state !== "complete" && { art: <Cover slug={product.slug} image={product.image} /> }),
    body: (
      <>
        <p>{text}</p>
        {state === "complete" && entry && (
          <p>{describeReceipt(i18n, entry, isEmailed ? userEmail : null, others)}</p>
        )}
        {successUrl !== null && <ContinueToSite url={successUrl} />}
        {isWaiting && (
          <ButtonLink href={plainPaths.checkoutReturn(checkoutId)}>
            <Trans comment="Link that loads the page again to see whether a payment is confirmed">
              Check again
            </Trans>
          </ButtonLink>
        )}
        {resumeUrl !== null && (
          <ButtonLink kind="primary" href={resumeUrl} external>
            {i18n._(msg`Continue to payment`)}
          </ButtonLink>
        )}
        {isWaiting || state === "complete" ? <GoToLibrary /> : <BackToProduct product={product} />}
      </>
    ),
    below: state === "complete" && entry && (
      <EntryList
        title={i18n._(msg`Your purchase`)}
        entries={[entry, ...others]}
        showEntry={showEntry}
      />
    ),
  };
}

/** Everything that the user has or had. */
export function showLibrary(i18n: I18n, { entries, unpaid }: ContentOf<"library">): View {
  const title = i18n._(msg`Library`);
  const hasEntries = entries.length > 0;
  const note = msg`To replace license keys, manage devices, or see your history, turn on JavaScript.`;
  return {
    title,
    body: (
      <>
        <UnpaidCheckouts unpaid={unpaid} />
        {hasEntries ? <p>{i18n._(note)}</p> : <EmptyLibrary />}
      </>
    ),
    below: hasEntries && <LibraryGroups entries={entries} showEntry={showEntry} />,
  };
}

const showEntry = (entry: LibraryEntry) => (
  <EntryFrame entry={entry}>
    {entry.upgrade && (
      <UpgradeLink
        upgrade={entry.upgrade}
        href={`${paths.buyForm}?${new URLSearchParams({ price: entry.upgrade.priceId })}`}
      />
    )}
    {isOpen(entry) && entry.benefits.length > 0 && (
      <Benefits benefits={entry.benefits} contents={plainContents} />
    )}
  </EntryFrame>
);
