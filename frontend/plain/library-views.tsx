import type { PlainContent } from "../../worker/shop/site/plain/content.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeCheckoutOutcome } from "../shop/checkout/return-copy.ts";
import { explainAccess, explainHeldOpen } from "../shop/library/explain-access.ts";
import entryStyles from "../shop/library/library-entry.module.css";
import libraryStyles from "../shop/library/library-page.module.css";
import type { LibraryEntry } from "../shop/library/queries.ts";
import { paths, plainPaths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PlainBenefits } from "./plain-benefits.tsx";
import type { View } from "./view.ts";

type ContentOf<Kind extends PlainContent["kind"]> = Extract<PlainContent, { kind: Kind }>;

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
    below: state === "complete" && entry && <EntryList title="What you bought" entries={[entry]} />,
  };
}

/** Everything that the user has or had. */
export function showLibrary({ entries }: ContentOf<"library">): View {
  if (entries.length === 0)
    return {
      title: "Library",
      body: (
        <EmptyState title="Nothing here yet.">
          <p>
            What you buy appears here the moment it is paid, with everything that belongs to it.
          </p>
          <ButtonLink href={paths.home}>See what is for sale</ButtonLink>
        </EmptyState>
      ),
    };
  const open = entries.filter(isOpen);
  const waiting = entries.filter(({ access }) => access.reason === "order_processing");
  const closed = entries.filter((entry) => !open.includes(entry) && !waiting.includes(entry));
  return {
    title: "Library",
    body: (
      <p>
        Replacing a key, managing devices and your history need JavaScript. Everything else is here.
      </p>
    ),
    below: (
      <>
        <EntryList title="On its way" entries={waiting} />
        <EntryList title="Yours" entries={open} />
        <EntryList title="No longer open" entries={closed} />
      </>
    ),
  };
}

const isOpen = ({ access, isHeldOpen }: LibraryEntry) => access.active || isHeldOpen;

function EntryList({ title, entries }: { title: string; entries: LibraryEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={libraryStyles.list}>
      <h2 className={libraryStyles.title}>{title}</h2>
      <ul className={libraryStyles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

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
