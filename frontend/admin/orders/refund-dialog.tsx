import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { useConfirmClose } from "../form/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../form/form-errors.tsx";
import { isApiError } from "../../http/errors.ts";
import { toOptions } from "../frame/label.tsx";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { CheckField, SelectField, TextField } from "../../ui/field/fields.tsx";
import shapes from "../frame/shapes.module.css";
import { Notice } from "../../ui/notice.tsx";
import { parseMoney, formatMoneyInput } from "../../ui/money-input.ts";

type Reason = "requested_by_customer" | "duplicate" | "fraudulent";

/** A refund to create. Without `amountMinor`, the whole remaining amount is refunded. */
export type RefundRequest = {
  amountMinor?: number;
  /** The lines of an order whose access ends. */
  lineIds?: string[];
  refundedMinor: number;
  reason: Reason;
  end: boolean;
};

/** A product of an order that was not refunded yet. */
export type RefundableLine = { id: string; name: string; totalMinor: number };

/** Asks for the amount to refund, and explains the effects before confirmation. */
export function RefundDialog({
  title,
  payment: { leftMinor, refundedMinor, currency },
  effect,
  lines = [],
  isOfLinesOnly = false,
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
  /** What of an order with several products can be refunded by itself. */
  lines?: RefundableLine[] | undefined;
  /** The same payment is for something else, too. */
  isOfLinesOnly?: boolean;
  /** A refund doesn't end a subscription, so the dialog also asks whether to end it. */
  isSubscription?: boolean;
  /** The subscription was canceled, and a refund of all that is left ends it at once. */
  isEnding?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (refund: RefundRequest) => void;
  onClose: () => void;
}) {
  const formats = useFormats();
  const { t } = useLingui();
  const [amountChoice, setAmountChoice] = useState(isOfLinesOnly ? "lines" : "all");
  const [lineIds, setLineIds] = useState<string[]>([]);
  const [endChoice, setEndChoice] = useState<"stay" | "end" | null>(null);
  const [reason, setReason] = useState<Reason>("requested_by_customer");
  const [amountText, setAmountText] = useState(formatMoneyInput(leftMinor, currency));
  const [amountError, setAmountError] = useState<{ text: string }>();
  const [isDirty, setIsDirty] = useState(false);
  const amountFieldRef = useFocusFirstInvalidField<HTMLDivElement>(amountError ?? error);
  const confirmClose = useConfirmClose(isDirty, busy, onClose);
  const isFullRefund = amountChoice === "all";
  const isOfLines = amountChoice === "lines";
  const chosen = lines.filter(({ id }) => lineIds.includes(id));
  const chosenMinor = chosen.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const leftFormatted = formats.money(leftMinor, currency, "exact");
  const serverError = isApiError(error, "invalid_input") ? error.fields[0]?.message : undefined;
  const isAllRefunded =
    isFullRefund ||
    (isOfLines && chosen.length === lines.length) ||
    (!isOfLines && parseMoney(amountText, currency) === leftMinor);
  const endsByRefund = isSubscription && isEnding && isAllRefunded;
  // After fraud, the subscription usually has to end too; the member can still choose.
  const chosenEnd = endChoice ?? (reason === "fraudulent" ? "end" : "stay");
  const endsSubscription = isSubscription && (endsByRefund || chosenEnd === "end");
  const endsAccess = isSubscription ? endsSubscription : isAllRefunded;

  const currencyCode = currency.toUpperCase();

  const chooseLine = (id: string, isChosen: boolean) => {
    setLineIds([...lineIds.filter((each) => each !== id), ...(isChosen ? [id] : [])]);
    setAmountError(undefined);
    setIsDirty(true);
  };

  const confirm = () => {
    if (isOfLines) {
      if (chosenMinor === 0) return setAmountError({ text: t`Choose what to refund.` });
      return onConfirm({
        lineIds,
        // An earlier refund of an amount may have left less.
        ...(!isOfLinesOnly && chosenMinor > leftMinor && { amountMinor: leftMinor }),
        refundedMinor,
        reason,
        end: false,
      });
    }
    const amountMinor = isFullRefund ? undefined : parseMoney(amountText, currency);
    if (amountMinor === null || amountMinor === 0)
      return setAmountError({
        text: t`Enter an amount in ${currencyCode}, up to ${leftFormatted}.`,
      });
    if (amountMinor !== undefined && amountMinor > leftMinor)
      return setAmountError({ text: t`Enter at most ${leftFormatted}.` });
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
      confirmLabel={
        endsSubscription
          ? t`Refund and cancel immediately`
          : t({ message: "Refund", context: "verb" })
      }
      kind="danger"
      busy={busy}
      busyLabel={t`Refunding…`}
      error={serverError === undefined ? error : null}
      onConfirm={confirm}
      onClose={confirmClose.requestClose}
    >
      <Choices
        legend={t`Amount`}
        selected={amountChoice}
        onSelect={setAmountChoice}
        choices={[
          ...(isOfLinesOnly
            ? []
            : [
                {
                  value: "all",
                  name: refundedMinor > 0 ? t`Remaining amount` : t`Full refund`,
                  main: leftFormatted,
                },
              ]),
          ...(lines.length > 0
            ? [
                {
                  value: "lines",
                  name: t`Some products`,
                  main: formats.money(chosenMinor, currency, "exact"),
                },
              ]
            : []),
          ...(isOfLinesOnly
            ? []
            : [{ value: "part", name: t`Partial refund`, main: t`Other amount` }]),
        ]}
      />
      {isOfLines && (
        <RefundLines
          lines={lines}
          chosenIds={lineIds}
          currency={currency}
          error={amountError?.text ?? serverError}
          onChoose={chooseLine}
        />
      )}
      {!isFullRefund && !isOfLines && (
        <div ref={amountFieldRef}>
          <TextField
            label={t`Amount in ${currencyCode}`}
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
        label={t`Reason`}
        options={toOptions<string>({
          requested_by_customer: t`Requested by customer`,
          duplicate: t`Duplicate`,
          fraudulent: t`Fraudulent`,
        } satisfies Record<Reason, string>)}
        value={reason}
        onChange={(event) => setReason(event.target.value as Reason)}
      />
      {endsByRefund && (
        <p>
          <Trans>
            This subscription is already canceled, so refunding the remaining amount ends it today.
          </Trans>
        </p>
      )}
      {isSubscription && !endsByRefund && (
        <Choices
          legend={t`Subscription`}
          selected={chosenEnd}
          onSelect={(choice) => setEndChoice(choice === "end" ? "end" : "stay")}
          choices={[
            { value: "stay", name: t`Subscription`, main: t`Continues` },
            { value: "end", name: t`Subscription`, main: t`Ends today` },
          ]}
        />
      )}
      {isOfLines && !endsAccess ? (
        <p>{t`The customer loses access to what you refund, and keeps the rest.`}</p>
      ) : endsAccess ? (
        <p>{effect.join(" ")}</p>
      ) : isSubscription ? (
        <p>{t`Access doesn’t change, and the next period is charged as usual.`}</p>
      ) : (
        <p>{t`A partial refund doesn’t change access.`}</p>
      )}
      <p>
        <Trans>
          The customer gets the money back on their payment method in 5 to 10 days. This can’t be
          undone.
        </Trans>
      </p>
      {isFullRefund && serverError !== undefined && <Notice tone="error" title={serverError} />}
      {confirmClose.confirmation}
    </ConfirmDialog>
  );
}

/** Chooses the products of an order to refund. */
function RefundLines({
  lines,
  chosenIds,
  currency,
  error,
  onChoose,
}: {
  lines: RefundableLine[];
  chosenIds: string[];
  currency: string;
  error: string | undefined;
  onChoose: (id: string, isChosen: boolean) => void;
}) {
  const formats = useFormats();
  const { t } = useLingui();
  return (
    <fieldset className={shapes.fields}>
      <legend>{t`Products to refund`}</legend>
      {lines.map(({ id, name, totalMinor }, index) => (
        <CheckField
          key={id}
          label={name}
          hint={formats.money(totalMinor, currency, "exact")}
          error={index === 0 ? error : undefined}
          checked={chosenIds.includes(id)}
          onChange={(event) => onChoose(id, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}
