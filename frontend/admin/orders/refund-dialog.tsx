import { useState } from "react";
import { useConfirmClose } from "../frame/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../frame/use-focus-first-invalid-field.ts";
import { isApiError } from "../../http/errors.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { formatMoney, parseMoney, formatMoneyInput } from "../../ui/format-money.ts";

type Reason = "requested_by_customer" | "duplicate" | "fraudulent";

/** A refund to create. Without `amountMinor`, the whole remaining amount is refunded. */
export type RefundRequest = {
  amountMinor?: number;
  refundedMinor: number;
  reason: Reason;
  end: boolean;
};

const reasons: { value: Reason; label: string }[] = [
  { value: "requested_by_customer", label: "The buyer asked for it" },
  { value: "duplicate", label: "It was paid twice" },
  { value: "fraudulent", label: "It was fraud" },
];

/** Asks for the amount to refund, and explains the effects before confirmation. */
export function RefundDialog({
  title,
  payment: { leftMinor, refundedMinor, currency },
  effect,
  isSubscription = false,
  isEnding = false,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  payment: { leftMinor: number; refundedMinor: number; currency: string };
  /** The effect on access of a full refund or of ending the subscription. */
  effect: string[];
  /** A refund doesn't end a subscription, so the dialog also asks whether to end it. */
  isSubscription?: boolean;
  /** The subscription was canceled, and a refund of all that is left ends it at once. */
  isEnding?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (refund: RefundRequest) => void;
  onClose: () => void;
}) {
  const [amountChoice, setAmountChoice] = useState("all");
  const [endChoice, setEndChoice] = useState<"stay" | "end" | null>(null);
  const [reason, setReason] = useState<Reason>("requested_by_customer");
  const [amountText, setAmountText] = useState(formatMoneyInput(leftMinor, currency));
  const [amountError, setAmountError] = useState<{ text: string }>();
  const [isDirty, setIsDirty] = useState(false);
  const amountFieldRef = useFocusFirstInvalidField<HTMLDivElement>(amountError ?? error);
  const confirmClose = useConfirmClose(isDirty, busy, onClose);
  const isFullRefund = amountChoice === "all";
  const leftFormatted = formatMoney(leftMinor, currency, "exact");
  const serverError = isApiError(error, "invalid_input") ? error.fields[0]?.message : undefined;
  const isAllRefunded = isFullRefund || parseMoney(amountText, currency) === leftMinor;
  const endsByRefund = isSubscription && isEnding && isAllRefunded;
  // Who refunds for fraud hardly wants to go on; the choice stays open.
  const chosenEnd = endChoice ?? (reason === "fraudulent" ? "end" : "stay");
  const endsSubscription = isSubscription && (endsByRefund || chosenEnd === "end");
  const endsAccess = isSubscription ? endsSubscription : isAllRefunded;

  const confirm = () => {
    const amountMinor = isFullRefund ? undefined : parseMoney(amountText, currency);
    if (amountMinor === null || amountMinor === 0)
      return setAmountError({
        text: `Write an amount in ${currency.toUpperCase()}, up to ${leftFormatted}`,
      });
    if (amountMinor !== undefined && amountMinor > leftMinor)
      return setAmountError({ text: `At most ${leftFormatted} is left` });
    onConfirm({
      ...(amountMinor !== undefined && { amountMinor }),
      refundedMinor,
      reason,
      end: endsSubscription,
    });
  };

  return (
    <ConfirmDialog
      title={title}
      preventAutoClose={isDirty}
      cancelLabel="Keep as it is"
      confirmLabel={endsSubscription ? "Refund and end now" : "Refund"}
      kind="danger"
      busy={busy}
      busyLabel="Refunding…"
      error={serverError === undefined ? error : null}
      onConfirm={confirm}
      onClose={confirmClose.requestClose}
    >
      <Choices
        legend="How much"
        selected={amountChoice}
        onSelect={setAmountChoice}
        choices={[
          {
            value: "all",
            name: refundedMinor > 0 ? "All that is left" : "All of it",
            main: leftFormatted,
          },
          { value: "part", name: "A part", main: "An amount" },
        ]}
      />
      {!isFullRefund && (
        <div ref={amountFieldRef}>
          <TextField
            label={`Amount in ${currency.toUpperCase()}`}
            inputMode="decimal"
            value={amountText}
            error={amountError?.text ?? serverError}
            onChange={(event) => {
              setAmountText(event.target.value);
              setAmountError(undefined);
              setIsDirty(true);
            }}
          />
        </div>
      )}
      <SelectField
        label="Why"
        options={reasons}
        value={reason}
        onChange={(event) => setReason(event.target.value as Reason)}
      />
      {endsByRefund && (
        <p>The subscription is canceled already, so a refund of all that is left ends it today.</p>
      )}
      {isSubscription && !endsByRefund && (
        <Choices
          legend="And the subscription"
          selected={chosenEnd}
          onSelect={(choice) => setEndChoice(choice === "end" ? "end" : "stay")}
          choices={[
            { value: "stay", name: "The subscription", main: "Goes on" },
            { value: "end", name: "The subscription", main: "Ends today" },
          ]}
        />
      )}
      {endsAccess ? (
        <p>{effect.join(" ")}</p>
      ) : isSubscription ? (
        <p>
          Access stays as it is, and the next period is charged as usual. Nothing but the money goes
          back.
        </p>
      ) : (
        <p>A part that is refunded changes no access.</p>
      )}
      <p>
        The money goes back to where it came from, within five to ten days. It cannot be undone.
      </p>
      {isFullRefund && serverError !== undefined && <Notice tone="error" title={serverError} />}
      {confirmClose.confirmation}
    </ConfirmDialog>
  );
}
