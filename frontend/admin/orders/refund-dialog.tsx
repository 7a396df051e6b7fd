import { useState } from "react";
import { SelectField, TextField } from "../frame/form-frame.tsx";
import { useCloseGuard } from "../frame/unsaved-changes-guard.tsx";
import { useRefusedFocus } from "../frame/use-focus-first-invalid-field.ts";
import { isRefusal } from "../../http/errors.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Notice } from "../../ui/notice.tsx";
import { formatMoney, parseMoney, typeMoney } from "../../ui/format-money.ts";

type Reason = "requested_by_customer" | "duplicate" | "fraudulent";

/** What is to be given back: all that is left where there is no amount. */
export type Refund = { amountMinor?: number; refundedMinor: number; reason: Reason; end: boolean };

const reasons: { value: Reason; label: string }[] = [
  { value: "requested_by_customer", label: "The buyer asked for it" },
  { value: "duplicate", label: "It was paid twice" },
  { value: "fraudulent", label: "It was fraud" },
];

/** Asks how much to give back and says what that does before it is done. */
export function RefundDialog({
  title,
  payment: { leftMinor, refundedMinor, currency },
  effect,
  subscription = false,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  payment: { leftMinor: number; refundedMinor: number; currency: string };
  /** What giving back all of it, or the end of the subscription, does to access. */
  effect: string[];
  /** It goes on being charged: a refund does not end it, so that is asked too. */
  subscription?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (refund: Refund) => void;
  onClose: () => void;
}) {
  const [how, setHow] = useState("all");
  const [end, setEnd] = useState("stay");
  const [reason, setReason] = useState<Reason>("requested_by_customer");
  const [typed, setTyped] = useState(typeMoney(leftMinor, currency));
  const [problem, setProblem] = useState<{ text: string }>();
  const [isDirty, setIsDirty] = useState(false);
  const element = useRefusedFocus<HTMLDivElement>(problem ?? error);
  const guard = useCloseGuard(isDirty, busy, onClose);
  const all = how === "all";
  const ends = subscription && end === "end";
  const left = formatMoney(leftMinor, currency, "exact");
  const refused = isRefusal(error, "invalid_input") ? error.fields[0]?.message : undefined;
  const closes = subscription ? ends : all || parseMoney(typed, currency) === leftMinor;

  const confirm = () => {
    const amountMinor = all ? undefined : parseMoney(typed, currency);
    if (amountMinor === null || amountMinor === 0)
      return setProblem({ text: `Write an amount in ${currency.toUpperCase()}, up to ${left}` });
    if (amountMinor !== undefined && amountMinor > leftMinor)
      return setProblem({ text: `At most ${left} is left` });
    onConfirm({
      ...(amountMinor !== undefined && { amountMinor }),
      refundedMinor,
      reason,
      end: ends,
    });
  };

  return (
    <ConfirmDialog
      title={title}
      keepsOpen={isDirty}
      keep="Keep as it is"
      confirm={ends ? "Refund and end now" : "Refund"}
      kind="danger"
      busy={busy}
      busyLabel="Refunding…"
      error={refused === undefined ? error : null}
      onConfirm={confirm}
      onClose={guard.close}
    >
      <Choices
        legend="How much"
        selected={how}
        onSelect={setHow}
        choices={[
          { value: "all", name: refundedMinor > 0 ? "All that is left" : "All of it", main: left },
          { value: "part", name: "A part", main: "An amount" },
        ]}
      />
      {!all && (
        <div ref={element}>
          <TextField
            label={`Amount in ${currency.toUpperCase()}`}
            inputMode="decimal"
            value={typed}
            error={problem?.text ?? refused}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
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
      {subscription && (
        <Choices
          legend="And the subscription"
          selected={end}
          onSelect={setEnd}
          choices={[
            { value: "stay", name: "The subscription", main: "Goes on" },
            { value: "end", name: "The subscription", main: "Ends today" },
          ]}
        />
      )}
      {closes ? (
        <p>{effect.join(" ")}</p>
      ) : subscription ? (
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
      {all && refused !== undefined && <Notice tone="error" title={refused} />}
      {guard.question}
    </ConfirmDialog>
  );
}
