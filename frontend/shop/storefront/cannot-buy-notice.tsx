import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { libraryQuery } from "../library/queries.ts";
import styles from "./buy-panel.module.css";

/**
 * Why this cannot be bought now: it is owned, on hold, a payment for it is on its way, or the same is true of another product of
 * which one can hold only one at a time.
 */
export function InTheWay({
  state,
  entryId,
  productId,
}: {
  state: "owned" | "processing" | "suspended";
  entryId: string | null;
  productId: string;
}) {
  const library = useQuery(libraryQuery);
  if (library.isPending) return <Skeleton width="20rem" height="7rem" />;
  const entry = library.data?.entries.find(({ id }) => id === entryId);
  const other = entry && entry.product.id !== productId ? entry.product.name : undefined;
  const describe = {
    owned: describeOwned,
    processing: describeProcessing,
    suspended: describeSuspended,
  };
  const { title, text } = describe[state](other);
  const owned = state === "owned" && !other;
  return (
    <div className={styles.panel}>
      <Notice tone="info" title={title}>
        <p>{text}</p>
      </Notice>
      <div className={styles.action}>
        {state === "suspended" || (state === "owned" && other) ? (
          <ButtonLink href={paths.billing}>Go to billing</ButtonLink>
        ) : (
          <ButtonLink
            kind={owned ? "primary" : "secondary"}
            href={entryId ? paths.libraryEntry(entryId) : paths.library}
          >
            {owned ? "Open it in your library" : "Go to your library"}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function describeOwned(other: string | undefined) {
  return other
    ? {
        title: `You have ${other}.`,
        text: "You can hold one of the two at a time. End the one you have first; it stays open as long as it is paid for.",
      }
    : { title: "You own this.", text: "Everything in it is in your library." };
}

function describeProcessing(other: string | undefined) {
  return {
    title: other ? `Your payment for ${other} is on its way.` : "Your payment is on its way.",
    text: "Some banks take a few days. It opens in your library by itself; there is no need to pay again.",
  };
}

function describeSuspended(other: string | undefined) {
  return {
    title: other ? `Your subscription to ${other} is on hold.` : "Your subscription is on hold.",
    text: "Resume it, pay for it or end it in billing. There is no need to buy it again.",
  };
}
