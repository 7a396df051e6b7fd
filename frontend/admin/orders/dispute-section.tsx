import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.tsx";
import { DescriptionList, PageSection } from "../frame/console-page.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import type { DisputedPurchase } from "./dispute-queries.ts";
import { EvidenceDialog, type DisputeAnswer } from "./evidence-dialog.tsx";
import { describeDispute } from "./order-copy.ts";
import type { Order } from "./queries.ts";

/** What the cardholder says, by Stripe's code. */
const reasons: Record<string, MessageDescriptor> = {
  bank_cannot_process: msg`The bank can’t process the payment`,
  check_returned: msg`The check was returned`,
  credit_not_processed: msg`A promised refund didn’t arrive`,
  customer_initiated: msg`The customer started it`,
  debit_not_authorized: msg`The debit wasn’t authorized`,
  duplicate: msg`Charged twice`,
  fraudulent: msg`The cardholder doesn’t recognize the payment`,
  general: msg`General`,
  incorrect_account_details: msg`Wrong account details`,
  insufficient_funds: msg`Insufficient funds`,
  product_not_received: msg`The product wasn’t received`,
  product_unacceptable: msg`The product isn’t as described`,
  subscription_canceled: msg`The subscription was canceled`,
  unrecognized: msg`The cardholder doesn’t recognize the payment`,
};

function describeReason(i18n: I18n, reason: string): string {
  const label = reasons[reason];
  return label ? i18n._(label) : reason.replaceAll("_", " ");
}

type Props = {
  dispute: Order["dispute"];
  purchase: DisputedPurchase;
  /** Submits the evidence, and shows the response on the page. */
  submit: (answer: DisputeAnswer) => Promise<unknown>;
};

/** The dispute of a purchase: why, how much, until when, and the evidence. Shows nothing where there is none. */
export function DisputeSection({ dispute, ...props }: Props) {
  return dispute && <Dispute dispute={dispute} {...props} />;
}

function Dispute({
  dispute,
  purchase,
  submit,
}: Props & {
  dispute: NonNullable<Order["dispute"]>;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const isAdmin = useIsAdmin();
  const [isOpen, setIsOpen] = useState(false);
  const answer = useMutation({
    mutationFn: submit,
    onSuccess: () => {
      showToast(t`Evidence submitted`);
      setIsOpen(false);
    },
  });
  const freshSignIn = useFreshSignIn(`dispute:${dispute.id}`, answer);
  const { status, reason, amountMinor, currency, openedAt, dueAt, canAnswer } = dispute;
  return (
    <PageSection
      title={t`Dispute`}
      actions={
        isAdmin && (
          <Button kind={canAnswer ? "primary" : "secondary"} onClick={() => setIsOpen(true)}>
            {t`Evidence…`}
          </Button>
        )
      }
    >
      <DescriptionList
        items={{
          [t`Status`]: describeDispute(i18n, status),
          [t`Reason`]: describeReason(i18n, reason),
          [t`Disputed amount`]: formats.money(amountMinor, currency, "exact"),
          [t`Opened`]: <Time at={openedAt} />,
          [t`Respond by`]: dueAt !== null && canAnswer && <Time at={dueAt} />,
        }}
      />
      {dispute.isAnswered && <p>{t`Evidence was submitted.`}</p>}
      {!isOpen && freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {isOpen && (
        <EvidenceDialog
          dispute={dispute}
          purchase={purchase}
          busy={answer.isPending || freshSignIn.isAsking}
          error={freshSignIn.error}
          onSubmit={answer.mutate}
          onClose={() => {
            setIsOpen(false);
            answer.reset();
          }}
        />
      )}
      {freshSignIn.dialog}
    </PageSection>
  );
}
