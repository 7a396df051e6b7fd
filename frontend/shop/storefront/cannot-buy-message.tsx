import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./buy-panel.module.css";

/** Why a product cannot be bought now: the user has it, a payment for it is being processed, or it is on hold. */
export type CannotBuyState = "owned" | "processing" | "suspended";

/**
 * Says why a product cannot be bought now, and leads to where the user goes on.
 * @param props.entryId the library entry that is the reason
 * @param props.otherProductName set if it is of another product in the same plan group
 */
export function CannotBuyMessage({
  state,
  entryId,
  otherProductName,
}: {
  state: CannotBuyState;
  entryId: string | null;
  otherProductName: string | undefined;
}) {
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

const describe = {
  owned: describeOwned,
  processing: describeProcessing,
  suspended: describeSuspended,
};

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
