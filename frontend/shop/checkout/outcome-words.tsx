import { useLingui } from "@lingui/react/macro";
import { PageHeading } from "../../shell/page-heading.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { describeCheckoutOutcome } from "./return-copy.ts";
import styles from "./return-page.module.css";

/** How a checkout ended, or that it is being confirmed. */
export function OutcomeWords({
  title,
  text,
  isConfirming,
}: {
  title: string;
  text: string;
  isConfirming: boolean;
}) {
  return (
    <>
      <div className={styles.words} aria-live="polite">
        <PageHeading>{title}</PageHeading>
        <p>{text}</p>
      </div>
      {isConfirming && <div className={styles.progress} aria-busy="true" />}
    </>
  );
}

/** The page after the payment until the outcome is known, as the Worker draws it. */
export function ConfirmingFrame() {
  const { i18n } = useLingui();
  return (
    <StatusPage>
      <OutcomeWords
        {...describeCheckoutOutcome(i18n, "confirming", undefined, false)}
        isConfirming
      />
    </StatusPage>
  );
}
