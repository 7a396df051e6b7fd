import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { libraryQuery } from "../library/queries.ts";
import styles from "./buy-panel.module.css";

/**
 * Explains why this product cannot be bought now: the user has it, it is on hold, a payment is being processed, or one
 * of these is true of another product in the same plan group.
 */
export function CannotBuyNotice({
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
  const otherProductName = entry && entry.product.id !== productId ? entry.product.name : undefined;
  const describe = {
    owned: describeOwned,
    processing: describeProcessing,
    suspended: describeSuspended,
  };
  const { title, text } = describe[state](otherProductName);
  const isOwned = state === "owned" && !otherProductName;
  return (
    <div className={styles.panel}>
      <Notice tone="info" title={title}>
        <p>{text}</p>
      </Notice>
      <div className={styles.action}>
        {state === "suspended" || (state === "owned" && otherProductName) ? (
          <ButtonLink href={paths.billing}>Go to billing</ButtonLink>
        ) : (
          <ButtonLink
            kind={isOwned ? "primary" : "secondary"}
            href={entryId ? paths.libraryEntry(entryId) : paths.library}
          >
            {isOwned ? "Open it in your library" : "Go to your library"}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function describeOwned(otherProductName: string | undefined) {
  return otherProductName
    ? {
        title: `You have ${otherProductName}.`,
        text: "You can hold one of the two at a time. End the one you have first; it stays open as long as it is paid for.",
      }
    : { title: "You own this.", text: "Everything in it is in your library." };
}

function describeProcessing(otherProductName: string | undefined) {
  return {
    title: otherProductName
      ? `Your payment for ${otherProductName} is on its way.`
      : "Your payment is on its way.",
    text: "Some banks take a few days. It opens in your library by itself; there is no need to pay again.",
  };
}

function describeSuspended(otherProductName: string | undefined) {
  return {
    title: otherProductName
      ? `Your subscription to ${otherProductName} is on hold.`
      : "Your subscription is on hold.",
    text: "Resume it, pay for it or end it in billing. There is no need to buy it again.",
  };
}
