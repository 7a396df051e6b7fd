import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { TextField } from "../../ui/field/fields.tsx";
import { DueToday } from "../../shop/billing/due-today.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { findFieldError } from "../form/form-errors.tsx";
import { ChangeDialog, type ChangeDialogProps } from "./change-dialog.tsx";
import { resumptionQuery, type Subscription } from "./queries.ts";
import { getCurrency } from "./subscription-copy.ts";
import type { SubscriptionAction } from "./use-subscription-action.ts";

/** What the team changes besides the plan. */
export type Terms =
  | "pause"
  | "resume"
  | "trial"
  | "discount"
  | "no_discount"
  | "retry_payment"
  | "request_payment"
  | "cancel"
  | "end";

type Props = ChangeDialogProps & {
  subscription: Subscription;
  /** What ending it does to access, in sentences. */
  effect: string[];
  onConfirm: (action: SubscriptionAction) => void;
};

/** Says what a change means, and asks for the reason. */
export function TermsDialog({ terms, ...props }: Props & { terms: Terms }) {
  const Dialog = dialogs[terms];
  return <Dialog {...props} />;
}

const dialogs: Record<Terms, (props: Props) => ReactNode> = {
  pause: PauseDialog,
  resume: ResumeDialog,
  trial: TrialDialog,
  discount: DiscountDialog,
  no_discount: RemoveDiscountDialog,
  retry_payment: RetryDialog,
  request_payment: RequestDialog,
  cancel: CancelDialog,
  end: EndDialog,
};

function PauseDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  return (
    <ChangeDialog
      title={t`Pause this subscription?`}
      confirmLabel={t`Pause subscription`}
      busyLabel={t`Pausing…`}
      onConfirm={(reason) => onConfirm({ kind: "pause", reason })}
      {...dialog}
    >
      <p>
        {subscription.pauseStopsService
          ? t`Access ends immediately, and nothing is charged until the pause ends. The unused time is credited to the next payment.`
          : t`Nothing is charged until the pause ends.`}
      </p>
    </ChangeDialog>
  );
}

function ResumeDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  const preview = useQuery(resumptionQuery(subscription.id));
  return (
    <ChangeDialog
      title={t`End the pause?`}
      cancelLabel={t`Keep paused`}
      confirmLabel={t`End pause`}
      busyLabel={dialog.busy ? t`Ending pause…` : t`Calculating…`}
      summary={
        preview.data ? (
          <DueToday amountMinor={preview.data.dueNowMinor} currency={preview.data.currency} />
        ) : undefined
      }
      onConfirm={(reason) => onConfirm({ kind: "resume", reason })}
      {...dialog}
      busy={dialog.busy || preview.isLoading}
    >
      <p>{t`The subscription continues, and the customer is charged what is due today.`}</p>
    </ChangeDialog>
  );
}

const DAY_MS = 86_400_000;

function TrialDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  const formats = useFormats();
  const [days, setDays] = useState("7");
  const [isWrong, setIsWrong] = useState(false);
  const count = Number(days);
  const isValid = Number.isInteger(count) && count >= 1 && count <= 730;
  const trialEnd = (subscription.trialEnd ?? 0) + count * DAY_MS;
  const end = isValid ? formats.date(trialEnd) : "";
  return (
    <ChangeDialog
      title={t`Extend the free trial`}
      confirmLabel={t`Extend free trial`}
      busyLabel={t`Extending…`}
      onConfirm={(reason) =>
        isValid ? onConfirm({ kind: "trial", trialEnd, reason }) : setIsWrong(true)
      }
      {...dialog}
    >
      <TextField
        label={t`Days to add`}
        type="number"
        inputMode="numeric"
        min={1}
        max={730}
        value={days}
        error={
          isWrong && !isValid
            ? t`Enter a number from 1 to 730.`
            : findFieldError(dialog.error, "trialEnd")
        }
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      {isValid && (
        <p>
          <Trans>The free trial then ends on {end}, and the first charge follows.</Trans>
        </p>
      )}
    </ChangeDialog>
  );
}

function DiscountDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  return (
    <ChangeDialog
      title={t`Apply a discount code`}
      confirmLabel={t`Apply discount`}
      busyLabel={t`Applying…`}
      onConfirm={(reason) =>
        code.trim() === ""
          ? setIsMissing(true)
          : onConfirm({ kind: "discount", code: code.trim(), reason })
      }
      {...dialog}
    >
      <TextField
        label={t`Discount code`}
        value={code}
        error={isMissing ? t`Enter a discount code.` : findFieldError(dialog.error, "code")}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setIsMissing(false);
        }}
      />
      <p>
        {subscription.discounts.length > 0
          ? t`It replaces the current discount from the next charge.`
          : t`It applies from the next charge, for as long as the code lasts.`}
      </p>
    </ChangeDialog>
  );
}

function RemoveDiscountDialog({ subscription: _s, effect: _e, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  return (
    <ChangeDialog
      title={t`Remove the discount?`}
      confirmLabel={t`Remove discount`}
      busyLabel={t`Removing…`}
      onConfirm={(reason) => onConfirm({ kind: "discount", code: null, reason })}
      {...dialog}
    >
      <p>{t`The customer pays the full price from the next charge.`}</p>
    </ChangeDialog>
  );
}

function RetryDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t, i18n } = useLingui();
  const { openInvoice, paymentMethod } = subscription;
  const method = paymentMethod && describePaymentMethod(i18n, paymentMethod);
  return (
    <ChangeDialog
      title={t`Retry the payment now?`}
      confirmLabel={t`Retry payment`}
      busyLabel={t`Charging…`}
      summary={
        openInvoice ? (
          <DueToday amountMinor={openInvoice.amountMinor} currency={getCurrency(subscription)} />
        ) : undefined
      }
      onConfirm={(reason) => onConfirm({ kind: "retry_payment", reason })}
      {...dialog}
    >
      <p>
        {method === null ? (
          t`The open invoice is charged now.`
        ) : (
          <Trans>The open invoice is charged to {method} now.</Trans>
        )}
      </p>
    </ChangeDialog>
  );
}

function RequestDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  const address = subscription.user.email ?? t`the customer`;
  return (
    <ChangeDialog
      title={subscription.openInvoice ? t`Email a link to pay` : t`Email a link to update the card`}
      confirmLabel={t`Send email`}
      busyLabel={t`Sending…`}
      onConfirm={(reason) => onConfirm({ kind: "request_payment", reason })}
      {...dialog}
    >
      <p>
        {subscription.openInvoice ? (
          <Trans>{address} gets an email with a link to the open invoice.</Trans>
        ) : (
          <Trans>{address} gets an email that asks to update the payment method.</Trans>
        )}
      </p>
    </ChangeDialog>
  );
}

function CancelDialog({ subscription, effect: _, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  const formats = useFormats();
  const endAt = subscription.currentPeriodEnd ?? subscription.trialEnd;
  const end = endAt === null ? null : formats.date(endAt);
  return (
    <ChangeDialog
      title={t`Cancel this subscription?`}
      cancelLabel={t`Keep subscription`}
      confirmLabel={t`Cancel subscription`}
      busyLabel={t`Canceling…`}
      onConfirm={(reason) => onConfirm({ kind: "cancel", reason })}
      {...dialog}
    >
      <p>
        {end === null ? (
          <Trans>
            Access continues until the end of the paid period. Nothing more is charged. You can
            resume the subscription until then.
          </Trans>
        ) : (
          <Trans>
            Access continues until {end}. Nothing more is charged. You can resume the subscription
            until then.
          </Trans>
        )}
      </p>
    </ChangeDialog>
  );
}

function EndDialog({ subscription: _, effect, onConfirm, ...dialog }: Props) {
  const { t } = useLingui();
  return (
    <ChangeDialog
      title={t`Cancel this subscription immediately?`}
      cancelLabel={t`Keep subscription`}
      confirmLabel={t`Cancel immediately`}
      kind="danger"
      busyLabel={t`Canceling…`}
      onConfirm={(reason) => onConfirm({ kind: "end", reason })}
      {...dialog}
    >
      <p>{effect.join(" ")}</p>
      <p>{t`Nothing more is charged, and no refund is issued. This can’t be undone.`}</p>
    </ChangeDialog>
  );
}
