import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { minimumAmount } from "../../../worker/shared/money.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { bindFields } from "../form/bind-fields.ts";
import {
  maxIntervalCounts,
  type BillingInterval,
} from "../../../worker/shared/billing-interval.ts";
import { CheckField, FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { CurrencyField } from "../../ui/field/currency-field.tsx";
import { toOptions } from "../frame/label.tsx";
import shapes from "../frame/shapes.module.css";
import type { PriceKind, PriceValues } from "./price-values.ts";
import type { ProductForm } from "./use-product-form.ts";

const kinds: Record<PriceKind, MessageDescriptor> = {
  one_time: msg`One-time`,
  month: msg`Monthly`,
  year: msg`Yearly`,
  interval: msg`Custom interval`,
  pay_what_you_want: msg`Pay what you want`,
};

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
  const formats = useFormats();
  const { kind, currency, perSeat } = price;
  const minimum = formats.money(minimumAmount(currency), currency);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shouldFocus) fields.current?.querySelector<HTMLElement>("[inputmode=decimal]")?.focus();
  }, [shouldFocus]);
  const isSubscription = kind !== "one_time" && kind !== "pay_what_you_want";
  const getError = (name: string) => form.getFieldError(`prices.${price.key}.${name}`);
  const { text, check } = bindFields({ values: price, getError, onChange });
  return (
    <div ref={fields} className={shapes.stack}>
      <FieldRow>
        <SelectField
          label={t`Pricing`}
          value={kind}
          options={toOptions(kinds).map((each) => ({ ...each, label: i18n._(each.label) }))}
          onChange={(event) => onChange({ kind: event.target.value as PriceKind })}
        />
        {kind === "pay_what_you_want" ? (
          <>
            <TextField label={t`Minimum`} inputMode="decimal" {...text("minimumMinor")} />
            <TextField
              label={t`Suggested amount`}
              hint={t`Leave blank for none.`}
              inputMode="decimal"
              {...text("presetMinor")}
            />
          </>
        ) : (
          <TextField
            label={perSeat ? t`Amount per seat` : t`Amount`}
            inputMode="decimal"
            {...text("amountMinor")}
          />
        )}
        <CurrencyField
          value={currency}
          hint={t`The minimum charge is ${minimum}.`}
          error={getError("currency")}
          onChange={(code) => onChange({ currency: code })}
        />
        {isSubscription && (
          <TextField
            label={t`Free trial (days)`}
            hint={t`Once per customer.`}
            inputMode="numeric"
            {...text("trialDays")}
          />
        )}
      </FieldRow>
      {kind === "interval" && (
        <FieldRow>
          <TextField
            label={t({
              message: "Every",
              comment: "Followed by a number and a unit: every 3 months",
            })}
            hint={t`Up to ${{ max: maxIntervalCounts[price.interval as BillingInterval] }}.`}
            inputMode="numeric"
            {...text("intervalCount")}
          />
          <SelectField
            label={t`Unit`}
            {...text("interval")}
            options={toOptions({ day: t`Days`, week: t`Weeks`, month: t`Months`, year: t`Years` })}
          />
        </FieldRow>
      )}
      {kind !== "pay_what_you_want" && (
        <CheckField
          label={t`Charge per seat (customers choose the quantity)`}
          {...check("perSeat")}
        />
      )}
    </div>
  );
}
