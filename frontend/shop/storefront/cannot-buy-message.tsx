import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./buy-panel.module.css";

/** Why a product cannot be bought now: the user has it, a payment for it is being processed, or it is on hold. */
export type CannotBuyState = "owned" | "processing" | "suspended";

/**
 * Says why a product cannot be bought now, and links to the next step.
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
  const { t, i18n } = useLingui();
  const { title, text } = messages[state];
  const isOwned = state === "owned" && !otherProductName;
  const isOtherPlan = state === "owned" && !isOwned;
  return (
    <div className={styles.panel}>
      <Notice
        tone="info"
        title={i18n._(title(otherProductName))}
        text={i18n._(isOtherPlan ? switchText : text)}
      />
      <div className={styles.action}>
        {state === "suspended" || isOtherPlan ? (
          <ButtonLink href={paths.billing}>{t`Go to billing`}</ButtonLink>
        ) : (
          <ButtonLink
            kind={isOwned ? "primary" : "secondary"}
            href={entryId ? paths.libraryEntry(entryId) : paths.library}
          >
            {isOwned ? t`Open in library` : t`Go to your library`}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

const messages: Record<
  CannotBuyState,
  { title: (otherProduct: string | undefined) => MessageDescriptor; text: MessageDescriptor }
> = {
  owned: {
    title: (name) => (name ? msg`You already have ${name}.` : msg`You own this.`),
    text: msg`Everything it includes is in your library.`,
  },
  processing: {
    title: (name) =>
      name ? msg`Your payment for ${name} is processing.` : msg`Your payment is processing.`,
    text: msg`Some payment methods take a few days. You’ll get access as soon as the payment is confirmed. You don’t need to pay again.`,
  },
  suspended: {
    title: (name) =>
      name ? msg`Your subscription to ${name} is on hold.` : msg`Your subscription is on hold.`,
    text: msg`Go to billing to resume it, pay, or cancel. You don’t need to buy it again.`,
  },
};

const switchText = msg`You can have only one of these plans at a time. To get this one, cancel your current plan first. You keep it until the end of the period that you paid for.`;
