import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read } from "../../http/client.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { emptyDiscount, toNewDiscount, type DiscountFormValues } from "./discount-form.ts";
import { ProductCheckboxes } from "./product-checkboxes.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { discountsKey } from "./queries.ts";

/** `/admin/discounts/new`: creates a discount code. */
export default function NewDiscountPage() {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const products = useQuery(soldProductsQuery).data ?? [];
  const form = useForm({
    savedValues: emptyDiscount,
    save: (values) => read(api.admin.discounts.$post({ json: toNewDiscount(values) })),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: discountsKey });
      navigate(consolePaths.discounts);
    },
  });
  const { values, setValues, getFieldError } = form;
  // A discount that makes something free needs a fresh sign-in. What was typed is kept, and the user submits again.
  const freshSignIn = useFreshSignIn(
    "discount",
    {
      error: form.error,
      variables: JSON.stringify(values),
      mutate: form.submit,
      reset: form.dismissError,
    },
    (typed: string) => setValues(JSON.parse(typed) as DiscountFormValues),
  );
  const getFieldProps = (name: "name" | "months" | "code" | "maxRedemptions" | "expiresAt") => ({
    value: values[name],
    error: getFieldError(name),
    onChange: (event: { target: { value: string } }) => setValues({ [name]: event.target.value }),
  });
  const updateOff = (changes: Partial<DiscountFormValues["off"]>) =>
    setValues({ off: { ...values.off, ...changes } });
  const isPercent = values.off.kind === "percent";

  return (
    <ConsolePage title="New discount" parent={{ href: consolePaths.discounts, name: "Discounts" }}>
      <FormFrame
        form={{ ...form, error: freshSignIn.error }}
        submitLabel="Create discount"
        isKept={Boolean(freshSignIn.dialog)}
      >
        <FieldRow>
          <TextField
            label="Name"
            hint="Buyers see it on their invoice."
            maxLength={40}
            {...getFieldProps("name")}
          />
          <TextField
            label="Code"
            hint="What buyers type. Left empty, one is made up."
            autoComplete="off"
            spellCheck={false}
            {...getFieldProps("code")}
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
              updateOff({ kind: target.value === "amount" ? "amount" : "percent" })
            }
          />
          {isPercent ? (
            <TextField
              label="Percent"
              inputMode="decimal"
              value={values.off.percent}
              error={getFieldError("off.percentOff")}
              onChange={({ target }) => updateOff({ percent: target.value })}
            />
          ) : (
            <>
              <TextField
                label="Amount"
                inputMode="decimal"
                value={values.off.amount}
                error={getFieldError("off.amountOffMinor")}
                onChange={({ target }) => updateOff({ amount: target.value })}
              />
              <TextField
                label="Currency"
                maxLength={3}
                value={values.off.currency}
                error={getFieldError("off.currency")}
                onChange={({ target }) => updateOff({ currency: target.value })}
              />
            </>
          )}
        </FieldRow>
        <FieldRow>
          <SelectField
            label="For how long"
            hint="Subscriptions only: a single purchase is paid once."
            value={values.duration}
            error={getFieldError("duration")}
            options={[
              { value: "once", label: "The first payment" },
              { value: "repeating", label: "Some months" },
              { value: "forever", label: "Every payment" },
            ]}
            onChange={({ target }) =>
              setValues({ duration: target.value as DiscountFormValues["duration"] })
            }
          />
          {values.duration === "repeating" && (
            <TextField label="Months" inputMode="numeric" {...getFieldProps("months")} />
          )}
        </FieldRow>
        <FieldRow>
          <TextField
            label="How often it can be used"
            hint="By all buyers together. Left empty, as often as they like."
            inputMode="numeric"
            {...getFieldProps("maxRedemptions")}
          />
          <TextField
            label="Last day"
            hint="Left empty, it has none."
            type="date"
            {...getFieldProps("expiresAt")}
          />
        </FieldRow>
        <CheckField
          label="Only on a buyer's first purchase"
          checked={values.firstPurchaseOnly}
          onChange={({ target }) => setValues({ firstPurchaseOnly: target.checked })}
        />
        <ProductCheckboxes
          products={products}
          selectedIds={values.productIds}
          error={getFieldError("productIds")}
          onChange={(productIds) => setValues({ productIds })}
        />
      </FormFrame>
      {freshSignIn.dialog}
    </ConsolePage>
  );
}
