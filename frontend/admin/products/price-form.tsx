import { CheckField, FieldRow, FormFrame, SelectField, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { parseMoney } from "../../ui/format-money.ts";
import { refuseField, useTakeAnswer, type NewPrice } from "./editor-queries.ts";

const nothing = {
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
type Typed = typeof nothing;

const currencies =
  "usd eur gbp chf sek nok dkk pln czk cad aud nzd jpy inr sgd hkd brl mxn bhd kwd";

/** A new price. Amounts are typed in the currency's own decimals. */
export function PriceForm({
  productId,
  takesFocus,
  onClose,
}: {
  productId: string;
  takesFocus: boolean;
  onClose: () => void;
}) {
  const take = useTakeAnswer();
  const form = useForm({
    saved: nothing,
    save: async (values) =>
      read(
        api.admin.products[":id"].prices.$post({
          param: { id: productId },
          json: toPrice(values),
        }),
      ),
    onSaved: (product) => {
      take(product);
      onClose();
    },
  });
  const { values, set, errorOf } = form;
  const money = (
    name: "amountMinor" | "minimumMinor" | "presetMinor",
    label: string,
    hint?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={values[name]}
      error={errorOf(name)}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <FormFrame form={form} save="Add price" takesFocus={takesFocus} onCancel={onClose}>
      <FieldRow>
        <SelectField
          label="How it is paid"
          value={values.kind}
          options={[
            { value: "one_time", label: "Once" },
            { value: "recurring", label: "As a subscription" },
            { value: "pay_what_you_want", label: "Once, the buyer says how much" },
          ]}
          onChange={(event) => set({ kind: event.target.value })}
        />
        <TextField
          label="Currency"
          list="currencies"
          maxLength={3}
          hint="Three letters"
          value={values.currency}
          error={errorOf("currency")}
          onChange={(event) => set({ currency: event.target.value.toLowerCase() })}
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
          {money("minimumMinor", "The least you take")}
          {money("presetMinor", "What you suggest", "Leave it empty to suggest nothing.")}
        </FieldRow>
      ) : (
        <>
          {money("amountMinor", values.perSeat ? "Amount for a seat" : "Amount", "0 is free.")}
          {values.kind === "recurring" && (
            <FieldRow>
              <TextField
                label="Every"
                inputMode="numeric"
                value={values.intervalCount}
                error={errorOf("intervalCount")}
                onChange={(event) => set({ intervalCount: event.target.value })}
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
                onChange={(event) => set({ interval: event.target.value })}
              />
              <TextField
                label="Free days at first"
                inputMode="numeric"
                hint="A person gets one trial, ever."
                value={values.trialDays}
                error={errorOf("trialDays")}
                onChange={(event) => set({ trialDays: event.target.value })}
              />
            </FieldRow>
          )}
          <CheckField
            label="For each seat"
            hint="The buyer says how many."
            checked={values.perSeat}
            onChange={(event) => set({ perSeat: event.target.checked })}
          />
        </>
      )}
    </FormFrame>
  );
}

/** @throws ApiError at the field whose amount is none; the rest the server judges */
function toPrice(values: Typed): NewPrice {
  const currency = values.currency.trim();
  const amount = (name: "amountMinor" | "minimumMinor" | "presetMinor") => {
    const minor = parseMoney(values[name], currency);
    if (minor === null) throw refuseField(name, "An amount, e.g. 9.50");
    return minor;
  };
  if (values.kind === "pay_what_you_want") {
    return {
      type: "one_time",
      model: "pay_what_you_want",
      minimumMinor: amount("minimumMinor"),
      ...(values.presetMinor.trim() && { presetMinor: amount("presetMinor") }),
      currency,
    };
  }
  const base = {
    model: values.perSeat ? ("per_seat" as const) : ("fixed" as const),
    amountMinor: amount("amountMinor"),
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
