import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "../i18n/lingui.ts";
import { Trans } from "@lingui/react/macro";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeCheckoutOutcome } from "../shop/checkout/return-copy.ts";
import { explainAccess } from "../shop/library/explain-access.ts";
import { explainHeldOpen } from "../shop/library/explain-held-open.ts";
import entryStyles from "../shop/library/library-entry.module.css";
import { EmptyLibrary, EntryList, isOpen, LibraryGroups } from "../shop/library/library-groups.tsx";
import type { LibraryEntry } from "../shop/library/queries.ts";
import { paths, plainPaths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { BackToProduct, ContinueToSite, GoToLibrary } from "./links.tsx";
import { PlainBenefits } from "./plain-benefits.tsx";
import type { ContentOf, View } from "./view.ts";

/** How a checkout ended. Nothing here changes by itself, so what is not known yet has a link to look again. */
export function showCheckoutOutcome(i18n: I18n, content: ContentOf<"checkoutOutcome">): View {
  const { checkoutId, confirmation } = content;
  const { state, product, entry, resumeUrl, successUrl } = confirmation;
  const isRefusedCard = entry?.notice?.code === "trial_refused_card";
  const { title, text } = describeCheckoutOutcome(i18n, state, product.name, true, isRefusedCard);
  const isWaiting = state === "confirming" || state === "processing";
  return {
    title,
    // What was bought is shown below, with its picture.
    ...(state !== "complete" && { art: <Cover slug={product.slug} image={product.image} /> }),
    body: (
      <>
        <p>{text}</p>
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
            <Trans>Continue to payment</Trans>
          </ButtonLink>
        )}
        {isWaiting || state === "complete" ? <GoToLibrary /> : <BackToProduct product={product} />}
      </>
    ),
    below: state === "complete" && entry && (
      <EntryList title={i18n._(msg`Your purchase`)} entries={[entry]} showEntry={showEntry} />
    ),
  };
}

/** Everything that the user has or had. */
export function showLibrary(i18n: I18n, { entries }: ContentOf<"library">): View {
  const title = i18n._(msg`Library`);
  if (entries.length === 0) return { title, body: <EmptyLibrary /> };
  return {
    title,
    body: (
      <p>
        <Trans>
          To replace license keys, manage devices, or see your history, turn on JavaScript.
        </Trans>
      </p>
    ),
    below: <LibraryGroups entries={entries} showEntry={showEntry} />,
  };
}

const showEntry = (entry: LibraryEntry) => <Entry entry={entry} />;

function Entry({ entry }: { entry: LibraryEntry }) {
  const { i18n } = useLingui();
  const { id, product, benefits, isHeldOpen } = entry;
  return (
    <article className={entryStyles.entry} id={id} data-active={isOpen(entry)}>
      <Cover slug={product.slug} image={product.image} className={entryStyles.cover} />
      <div className={entryStyles.text}>
        <h3 className={entryStyles.name}>
          <a href={paths.product(product.slug)}>
            <bdi>{product.name}</bdi>
          </a>
        </h3>
        <p className={entryStyles.why}>
          {isHeldOpen ? explainHeldOpen(i18n, entry) : explainAccess(i18n, entry)}
        </p>
        {isOpen(entry) && benefits.length > 0 && <PlainBenefits benefits={benefits} />}
      </div>
    </article>
  );
}
