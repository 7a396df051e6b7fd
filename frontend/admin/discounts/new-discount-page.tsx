import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { CheckField, FieldRow, FormFrame, SelectField, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { emptyDiscount, toNewDiscount, type DiscountForm } from "./discount-form.ts";
import { ProductChecks } from "./product-checkboxes.tsx";
import { discountsKey } from "./queries.ts";

/** `/admin/discounts/new`: a code and what it takes off. */
export default function NewDiscountPage() {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const products = useQuery(soldProductsQuery).data ?? [];
  const form = useForm({
    saved: emptyDiscount,
    save: (typed) => read(api.admin.discounts.$post({ json: toNewDiscount(typed) })),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: discountsKey });
      navigate(consolePaths.discounts);
    },
  });
  const { values, set, errorOf } = form;
  const text = (name: "name" | "months" | "code" | "maxRedemptions" | "expiresAt") => ({
    value: values[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const setOff = (changes: Partial<DiscountForm["off"]>) =>
    set({ off: { ...values.off, ...changes } });
  const isPercent = values.off.kind === "percent";

  return (
    <ConsolePage title="New discount" up={{ href: consolePaths.discounts, name: "Discounts" }}>
      <FormFrame form={form} save="Create discount">
        <FieldRow>
          <TextField
            label="Name"
            hint="Buyers see it on their invoice."
            maxLength={40}
            {...text("name")}
          />
          <TextField
            label="Code"
            hint="What buyers type. Left empty, one is made up."
            autoComplete="off"
            spellCheck={false}
            {...text("code")}
          />
        </FieldRow>
        <FieldRow>
          <SelectField
            label="Takes off"
            value={values.off.kind}
            options={[
              { value: "percent", label: "A percentage" },
              { value: "amount", label: "An amount" },
            ]}
            onChange={({ target }) =>
              setOff({ kind: target.value === "amount" ? "amount" : "percent" })
            }
          />
          {isPercent ? (
            <TextField
              label="Percent"
              inputMode="decimal"
              value={values.off.percent}
              error={errorOf("off.percentOff")}
              onChange={({ target }) => setOff({ percent: target.value })}
            />
          ) : (
            <>
              <TextField
                label="Amount"
                inputMode="decimal"
                value={values.off.amount}
                error={errorOf("off.amountOffMinor")}
                onChange={({ target }) => setOff({ amount: target.value })}
              />
              <TextField
                label="Currency"
                maxLength={3}
                value={values.off.currency}
                error={errorOf("off.currency")}
                onChange={({ target }) => setOff({ currency: target.value })}
              />
            </>
          )}
        </FieldRow>
        <FieldRow>
          <SelectField
            label="For how long"
            hint="Subscriptions only: a single purchase is paid once."
            value={values.duration}
            error={errorOf("duration")}
            options={[
              { value: "once", label: "The first payment" },
              { value: "repeating", label: "Some months" },
              { value: "forever", label: "Every payment" },
            ]}
            onChange={({ target }) => set({ duration: target.value as DiscountForm["duration"] })}
          />
          {values.duration === "repeating" && (
            <TextField label="Months" inputMode="numeric" {...text("months")} />
          )}
        </FieldRow>
        <FieldRow>
          <TextField
            label="How often it can be used"
            hint="By all buyers together. Left empty, as often as they like."
            inputMode="numeric"
            {...text("maxRedemptions")}
          />
          <TextField
            label="Last day"
            hint="Left empty, it has none."
            type="date"
            {...text("expiresAt")}
          />
        </FieldRow>
        <CheckField
          label="Only on a buyer's first purchase"
          checked={values.firstPurchaseOnly}
          onChange={({ target }) => set({ firstPurchaseOnly: target.checked })}
        />
        <ProductChecks
          products={products}
          chosen={values.productIds}
          error={errorOf("productIds")}
          onChange={(productIds) => set({ productIds })}
        />
      </FormFrame>
    </ConsolePage>
  );
}
