import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { maxIntervalCounts, type BillingInterval } from "../../../worker/lib/billing-interval.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { CurrencyField } from "../../ui/field/currency-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import styles from "./editor-rows.module.css";
import type { PriceKind, PriceValues } from "./price-values.ts";
import type { ProductForm } from "./use-product-form.ts";

const kinds: { value: PriceKind; label: MessageDescriptor }[] = [
  { value: "one_time", label: msg`One-time` },
  { value: "month", label: msg`Monthly` },
  { value: "year", label: msg`Yearly` },
  { value: "interval", label: msg`Custom interval` },
  { value: "pay_what_you_want", label: msg`Pay what you want` },
];

/** The fields of one price, in the order in which they are thought of: how it is paid, how much, and the trial. */
export function PriceFields({
  price,
  form,
  shouldFocus,
  onChange,
}: {
  price: PriceValues;
  form: ProductForm;
  /** Moves the focus to the amount, for a row that the user has just added or opened. */
  shouldFocus: boolean;
  onChange: (changes: Partial<PriceValues>) => void;
}) {
  const { t, i18n } = useLingui();
  const { kind, currency, perSeat } = price;
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shouldFocus) fields.current?.querySelector<HTMLElement>("[inputmode=decimal]")?.focus();
  }, [shouldFocus]);
  const isSubscription = kind !== "one_time" && kind !== "pay_what_you_want";
  const getError = (name: string) => form.getFieldError(`prices.${price.key}.${name}`);
  const renderText = (
    name: "amountMinor" | "minimumMinor" | "presetMinor" | "trialDays" | "intervalCount",
    label: string,
    hint?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      inputMode={name === "trialDays" || name === "intervalCount" ? "numeric" : "decimal"}
      value={price[name]}
      error={getError(name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <div ref={fields} className={styles.fields}>
      <FieldRow>
        <SelectField
          label={t`Pricing`}
          value={kind}
          options={kinds.map((each) => ({ ...each, label: i18n._(each.label) }))}
          onChange={(event) => onChange({ kind: event.target.value as PriceKind })}
        />
        {kind === "pay_what_you_want" ? (
          <>
            {renderText("minimumMinor", t`Minimum`)}
            {renderText("presetMinor", t`Suggested amount`, t`Leave blank for none.`)}
          </>
        ) : (
          renderText("amountMinor", perSeat ? t`Amount per seat` : t`Amount`)
        )}
        <CurrencyField
          value={currency}
          error={getError("currency")}
          onChange={(code) => onChange({ currency: code })}
        />
        {isSubscription && renderText("trialDays", t`Free trial (days)`, t`Once per customer.`)}
      </FieldRow>
      {kind === "interval" && (
        <FieldRow>
          {renderText(
            "intervalCount",
            t({ message: "Every", comment: "Followed by a number and a unit: every 3 months" }),
            t`Up to ${{ max: maxIntervalCounts[price.interval as BillingInterval] }}.`,
          )}
          <SelectField
            label={t`Unit`}
            value={price.interval}
            options={[
              { value: "day", label: t`Days` },
              { value: "week", label: t`Weeks` },
              { value: "month", label: t`Months` },
              { value: "year", label: t`Years` },
            ]}
            onChange={(event) => onChange({ interval: event.target.value })}
          />
        </FieldRow>
      )}
      {kind !== "pay_what_you_want" && (
        <CheckField
          label={t`Charge per seat (customers choose the quantity)`}
          checked={perSeat}
          onChange={(event) => onChange({ perSeat: event.target.checked })}
        />
      )}
    </div>
  );
}
