import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
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
  const { i18n } = useLingui();
  const { title, text } = explain(i18n, state, otherProductName);
  const isOwned = state === "owned" && !otherProductName;
  return (
    <div className={styles.panel}>
      <Notice tone="info" title={title}>
        <p>{text}</p>
      </Notice>
      <div className={styles.action}>
        {state === "suspended" || (state === "owned" && otherProductName) ? (
          <ButtonLink href={paths.billing}>
            <Trans>Go to billing</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink
            kind={isOwned ? "primary" : "secondary"}
            href={entryId ? paths.libraryEntry(entryId) : paths.library}
          >
            {isOwned ? <Trans>Open in library</Trans> : <Trans>Go to your library</Trans>}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** @param name of another product in the same plan group, if that is the reason */
function explain(i18n: I18n, state: CannotBuyState, name: string | undefined) {
  const title = i18n._(name ? titleWithProduct(state, name) : titles[state]);
  return { title, text: i18n._(state === "owned" && name ? switchText : texts[state]) };
}

const titles: Record<CannotBuyState, MessageDescriptor> = {
  owned: msg`You own this.`,
  processing: msg`Your payment is processing.`,
  suspended: msg`Your subscription is on hold.`,
};

function titleWithProduct(state: CannotBuyState, name: string): MessageDescriptor {
  switch (state) {
    case "owned":
      return msg`You already have ${name}.`;
    case "processing":
      return msg`Your payment for ${name} is processing.`;
    case "suspended":
      return msg`Your subscription to ${name} is on hold.`;
  }
}

const texts: Record<CannotBuyState, MessageDescriptor> = {
  owned: msg`Everything it includes is in your library.`,
  processing: msg`Some payment methods take a few days. You’ll get access as soon as the payment is confirmed. You don’t need to pay again.`,
  suspended: msg`Go to billing to resume it, pay, or cancel. You don’t need to buy it again.`,
};

const switchText = msg`You can have only one of these plans at a time. To get this one, cancel your current plan first. You keep it until the end of the period that you paid for.`;
