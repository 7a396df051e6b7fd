import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field/fields.tsx";
import { formatMoneyInput, parseMoney } from "../../ui/money-input.ts";
import { showToast } from "../../ui/toast.tsx";
import shapes from "../frame/shapes.module.css";
import { describeAccessEffect, explainRefundRefusal } from "../orders/order-copy.ts";
import {
  decide,
  statementQuery,
  statementsKey,
  type Contract,
  type Statement,
  type StatementDecision,
} from "../statement-list/queries.ts";

type Refund = NonNullable<Extract<StatementDecision, { decision: "accept" }>["refund"]>;

/** The team's decision about an open statement. Accepting one refunds and cancels at Stripe at once. */
export function DecisionForm({ statement }: { statement: Statement }) {
  const { t } = useLingui();
  const { id, kind, contractDetails: contract } = statement;
  const formats = useFormats();
  const [note, setNote] = useState("");
  const [noteError, setNoteError] = useState<string>();
  const decision = useMutation({
    mutationFn: (json: StatementDecision) => decide(id, json),
    onSuccess: (after, { decision }, _result, { client }) => {
      showToast(decision === "accept" ? t`Statement accepted` : t`Statement refused`);
      client.setQueryData(statementQuery(id).queryKey, after);
      void client.invalidateQueries({ queryKey: statementsKey });
    },
  });
  const freshSignIn = useFreshSignIn(`statement:${id}`, decision);
  const accept = (refund: Refund | null, end = false) =>
    decision.mutate({ decision: "accept", refund, end, note });
  const refuse = () =>
    note.trim() === ""
      ? setNoteError(t`Tell the buyer why you refuse it.`)
      : decision.mutate({ decision: "refuse", note });
  const busy = decision.isPending;
  const refusal = <Button busy={busy} onClick={refuse}>{t`Refuse`}</Button>;
  return (
    <div className={shapes.form}>
      <TextArea
        label={t`Message to the buyer`}
        hint={t`The buyer gets an email with your decision and this message. Needed if you refuse.`}
        maxLength={2000}
        value={note}
        error={noteError}
        onChange={(event) => {
          setNote(event.target.value);
          setNoteError(undefined);
        }}
      />
      {kind === "withdrawal" ? (
        <WithdrawalDecision
          key={contract?.id}
          statement={statement}
          contract={contract}
          busy={busy}
          onAccept={accept}
          refusal={refusal}
        />
      ) : (
        <div className={shapes.actions}>
          {contract?.actions.includes("cancel") && (
            <Button kind="primary" busy={busy} onClick={() => accept(null)}>
              {contract.cancellationEnd === null
                ? t`Cancel at period end`
                : t`Cancel on ${formats.date(contract.cancellationEnd)}`}
            </Button>
          )}
          {contract?.actions.includes("end") && (
            <Button kind="danger" busy={busy} onClick={() => accept(null, true)}>
              {t`Cancel now`}
            </Button>
          )}
          {!contract?.actions.length && (
            <Button busy={busy} onClick={() => accept(null)}>
              {t`Accept`}
            </Button>
          )}
          {refusal}
        </div>
      )}
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
    </div>
  );
}

function WithdrawalDecision({
  statement,
  contract,
  busy,
  onAccept,
  refusal,
}: {
  statement: Statement;
  contract: Contract | null;
  busy: boolean;
  onAccept: (refund: Refund | null) => void;
  refusal: ReactNode;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { currency = "usd" } = contract ?? {};
  const refundable = contract?.payments.filter(({ refusal }) => refusal === null) ?? [];
  const leftMinor = refundable.reduce(
    (sum, { paidMinor, refundedMinor }) => sum + Math.max(paidMinor - refundedMinor, 0),
    0,
  );
  const proposedMinor = Math.min(statement.proposal?.amountMinor ?? 0, leftMinor);
  const [amountText, setAmountText] = useState(formatMoneyInput(proposedMinor, currency));
  const [error, setError] = useState<string>();
  const isRefundable = leftMinor > 0;
  const left = formats.money(leftMinor, currency, "exact");
  const currencyCode = currency.toUpperCase();
  const acceptAndRefund = () => {
    const amountMinor = parseMoney(amountText, currency);
    if (amountMinor === null || amountMinor === 0 || amountMinor > leftMinor)
      return setError(t`Enter an amount in ${currencyCode}, up to ${left}.`);
    const payments = refundable.map(({ id, refundedMinor }) => ({ id, refundedMinor }));
    onAccept({ amountMinor, payments });
  };
  const isFull = parseMoney(amountText, currency) === leftMinor;
  const effect =
    contract &&
    describeAccessEffect(
      i18n,
      contract.effect,
      statement.name || statement.email,
      contract.productNames,
    );
  return (
    <>
      {isRefundable ? (
        <TextField
          label={t`Refund in ${currencyCode}`}
          hint={t`Up to ${left}`}
          inputMode="decimal"
          value={amountText}
          error={error}
          onChange={(event) => {
            setAmountText(event.target.value);
            setError(undefined);
          }}
        />
      ) : (
        contract?.refusal && <p>{explainRefundRefusal(i18n, contract.refusal)}</p>
      )}
      {contract && effect && (
        <p>
          {contract.type === "subscription"
            ? t`Accepting it cancels the subscription at once. ${effect.join(" ")}`
            : isFull && isRefundable
              ? effect.join(" ")
              : t`Without a full refund, access stays as it is.`}
        </p>
      )}
      <div className={shapes.actions}>
        {isRefundable && (
          <Button kind="danger" busy={busy} onClick={acceptAndRefund}>
            {t`Accept and refund`}
          </Button>
        )}
        <Button busy={busy} onClick={() => onAccept(null)}>
          {t`Accept without refund`}
        </Button>
        {refusal}
      </div>
    </>
  );
}
