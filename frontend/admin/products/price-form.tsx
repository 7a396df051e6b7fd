import { maxIntervalCounts, type BillingInterval } from "../../../worker/lib/billing-interval.ts";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { exampleAmount, parseMoney } from "../../ui/format-money.ts";
import { createFieldError, useApplyResponse, type NewPrice } from "./editor-queries.ts";

const emptyPrice = {
  kind: "one_time",
  amountMinor: "",
  minimumMinor: "",
  presetMinor: "",
  currency: "usd",
  perSeat: false,
  interval: "month",
  intervalCount: "1",
  trialDays: "0",
};
type PriceFormValues = typeof emptyPrice;

const currencies =
  "usd eur gbp chf sek nok dkk pln czk cad aud nzd jpy inr sgd hkd brl mxn bhd kwd";

/** Creates a price. Amounts are entered in the currency's decimals. */
export function PriceForm({
  productId,
  shouldFocus,
  onClose,
}: {
  productId: string;
  shouldFocus: boolean;
  onClose: () => void;
}) {
  const applyResponse = useApplyResponse();
  const form = useForm({
    savedValues: emptyPrice,
    save: async (values) =>
      read(
        api.admin.products[":id"].prices.$post({
          param: { id: productId },
          json: toNewPrice(values),
        }),
      ),
    onSaved: (product) => {
      applyResponse(product);
      onClose();
    },
  });
  const { values, setValues, getFieldError } = form;
  const renderMoneyField = (
    name: "amountMinor" | "minimumMinor" | "presetMinor",
    label: string,
    hint?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={values[name]}
      error={getFieldError(name)}
      onChange={(event) => setValues({ [name]: event.target.value })}
    />
  );
  return (
    <FormFrame form={form} submitLabel="Add price" shouldFocus={shouldFocus} onCancel={onClose}>
      <FieldRow>
        <SelectField
          label="How it is paid"
          value={values.kind}
          options={[
            { value: "one_time", label: "Once" },
            { value: "recurring", label: "As a subscription" },
            { value: "pay_what_you_want", label: "Once, the buyer says how much" },
          ]}
          onChange={(event) => setValues({ kind: event.target.value })}
        />
        <TextField
          label="Currency"
          list="currencies"
          maxLength={3}
          hint="Three letters"
          value={values.currency}
          error={getFieldError("currency")}
          onChange={(event) => setValues({ currency: event.target.value.toLowerCase() })}
        />
      </FieldRow>
      <datalist id="currencies">
        {currencies.split(" ").map((code) => (
          <option key={code} value={code}>
            {code.toUpperCase()}
          </option>
        ))}
      </datalist>
      {values.kind === "pay_what_you_want" ? (
        <FieldRow>
          {renderMoneyField("minimumMinor", "The least you take")}
          {renderMoneyField(
            "presetMinor",
            "What you suggest",
            "Leave it empty to suggest nothing.",
          )}
        </FieldRow>
      ) : (
        <>
          {renderMoneyField(
            "amountMinor",
            values.perSeat ? "Amount for a seat" : "Amount",
            "0 is free.",
          )}
          {values.kind === "recurring" && (
            <FieldRow>
              <TextField
                label="Every"
                hint={`At most ${maxIntervalCounts[values.interval as BillingInterval]}.`}
                inputMode="numeric"
                value={values.intervalCount}
                error={getFieldError("intervalCount")}
                onChange={(event) => setValues({ intervalCount: event.target.value })}
              />
              <SelectField
                label="Unit"
                value={values.interval}
                options={[
                  { value: "day", label: "Days" },
                  { value: "week", label: "Weeks" },
                  { value: "month", label: "Months" },
                  { value: "year", label: "Years" },
                ]}
                onChange={(event) => setValues({ interval: event.target.value })}
              />
              <TextField
                label="Free days at first"
                inputMode="numeric"
                hint="A person gets one trial, ever."
                value={values.trialDays}
                error={getFieldError("trialDays")}
                onChange={(event) => setValues({ trialDays: event.target.value })}
              />
            </FieldRow>
          )}
          <CheckField
            label="For each seat"
            hint="The buyer says how many."
            checked={values.perSeat}
            onChange={(event) => setValues({ perSeat: event.target.checked })}
          />
        </>
      )}
    </FormFrame>
  );
}

/**
 * Converts form values to a price. The server validates everything except the amounts.
 * @throws ApiError at the field of an amount that is not a number
 */
function toNewPrice(values: PriceFormValues): NewPrice {
  const currency = values.currency.trim();
  const parseAmount = (name: "amountMinor" | "minimumMinor" | "presetMinor") => {
    const minor = parseMoney(values[name], currency);
    if (minor === null) throw createFieldError(name, `An amount, e.g. ${exampleAmount(currency)}`);
    return minor;
  };
  if (values.kind === "pay_what_you_want") {
    return {
      type: "one_time",
      model: "pay_what_you_want",
      minimumMinor: parseAmount("minimumMinor"),
      ...(values.presetMinor.trim() && { presetMinor: parseAmount("presetMinor") }),
      currency,
    };
  }
  const base = {
    model: values.perSeat ? ("per_seat" as const) : ("fixed" as const),
    amountMinor: parseAmount("amountMinor"),
    currency,
  };
  if (values.kind === "one_time") return { ...base, type: "one_time" };
  return {
    ...base,
    type: "recurring",
    interval: values.interval as "day" | "week" | "month" | "year",
    intervalCount: Number(values.intervalCount || Number.NaN),
    trialDays: Number(values.trialDays || Number.NaN),
  };
}
