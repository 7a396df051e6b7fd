import { Cover } from "../shop/catalog/cover.tsx";
import { describeCheckoutOutcome } from "../shop/checkout/return-copy.ts";
import { explainAccess, explainHeldOpen } from "../shop/library/explain-access.ts";
import entryStyles from "../shop/library/library-entry.module.css";
import { EmptyLibrary, EntryList, isOpen, LibraryGroups } from "../shop/library/library-groups.tsx";
import type { LibraryEntry } from "../shop/library/queries.ts";
import { paths, plainPaths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PlainBenefits } from "./plain-benefits.tsx";
import type { ContentOf, View } from "./view.ts";

/** How a checkout ended. Nothing here changes by itself, so what is not known yet has a link to look again. */
export function showCheckoutOutcome(content: ContentOf<"checkoutOutcome">): View {
  const { checkoutId, confirmation } = content;
  const { state, product, entry, resumeUrl, successUrl } = confirmation;
  const isRefusedCard = entry?.notice?.code === "trial_refused_card";
  const { title, text } = describeCheckoutOutcome(state, product.name, true, isRefusedCard);
  const isWaiting = state === "confirming" || state === "processing";
  return {
    title,
    // What was bought is shown below, with its picture.
    ...(state !== "complete" && { art: <Cover slug={product.slug} image={product.image} /> }),
    body: (
      <>
        <p>{text}</p>
        {successUrl !== null && (
          <ButtonLink kind="primary" href={successUrl} external>
            Continue to {new URL(successUrl).host}
          </ButtonLink>
        )}
        {isWaiting && (
          <ButtonLink href={plainPaths.checkoutReturn(checkoutId)}>Look again</ButtonLink>
        )}
        {resumeUrl !== null && (
          <ButtonLink kind="primary" href={resumeUrl} external>
            Continue to payment
          </ButtonLink>
        )}
        {isWaiting || state === "complete" ? (
          <ButtonLink href={paths.library}>Go to your library</ButtonLink>
        ) : (
          <ButtonLink href={paths.product(product.slug)}>Back to {product.name}</ButtonLink>
        )}
      </>
    ),
    below: state === "complete" && entry && (
      <EntryList title="What you bought" entries={[entry]} showEntry={showEntry} />
    ),
  };
}

/** Everything that the user has or had. */
export function showLibrary({ entries }: ContentOf<"library">): View {
  if (entries.length === 0) return { title: "Library", body: <EmptyLibrary /> };
  return {
    title: "Library",
    body: (
      <p>
        Replacing a key, managing devices and your history need JavaScript. Everything else is here.
      </p>
    ),
    below: <LibraryGroups entries={entries} showEntry={showEntry} />,
  };
}

const showEntry = (entry: LibraryEntry) => <Entry entry={entry} />;

function Entry({ entry }: { entry: LibraryEntry }) {
  const { id, product, benefits, isHeldOpen } = entry;
  return (
    <article className={entryStyles.entry} id={id} data-active={isOpen(entry)}>
      <Cover slug={product.slug} image={product.image} className={entryStyles.cover} />
      <div className={entryStyles.text}>
        <h3 className={entryStyles.name}>
          <a href={paths.product(product.slug)}>{product.name}</a>
        </h3>
        <p className={entryStyles.why}>
          {isHeldOpen ? explainHeldOpen(entry) : explainAccess(entry)}
        </p>
        {isOpen(entry) && benefits.length > 0 && <PlainBenefits benefits={benefits} />}
      </div>
    </article>
  );
}
