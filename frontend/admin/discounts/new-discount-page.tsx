import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { toOptions } from "../frame/label.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { api, read } from "../../http/client.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { CheckField, FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { CurrencyField } from "../../ui/field/currency-field.tsx";
import { emptyDiscount, toNewDiscount, type DiscountFormValues } from "./discount-form.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { discountsKey } from "./discount-copy.ts";
import { ProductChoice } from "./product-choice.tsx";

/** `/admin/discounts/new`: creates a discount code. */
export default function NewDiscountPage() {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const products = useQuery(soldProductsQuery).data ?? [];
  const form = useForm({
    savedValues: emptyDiscount,
    save: (values) => read(api.admin.discounts.$post({ json: toNewDiscount(values) })),
    savedToast: t`Discount code created`,
    onSaved: (_created, client) => {
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
      variables: values,
      mutate: form.submit,
      reset: form.dismissError,
    },
    (typed) => setValues(typed),
  );
  const updateOff = (changes: Partial<DiscountFormValues["off"]>) =>
    setValues({ off: { ...values.off, ...changes } });
  const updateMinimum = (changes: Partial<DiscountFormValues["minimum"]>) =>
    setValues({ minimum: { ...values.minimum, ...changes } });
  const isPercent = values.off.kind === "percent";

  return (
    <ConsolePage
      title={t`New discount code`}
      parent={{ href: consolePaths.discounts, name: t`Discount codes` }}
    >
      <FormFrame
        form={{ ...form, error: freshSignIn.error }}
        submitLabel={t`Create discount code`}
        isNew
        hasDraft={Boolean(freshSignIn.dialog)}
      >
        <FieldRow>
          <TextField
            label={t`Name`}
            hint={t`Shown on receipts and invoices.`}
            maxLength={40}
            {...form.field("name")}
          />
          <TextField
            label={t`Code`}
            hint={t`Leave blank to generate one.`}
            autoComplete="off"
            spellCheck={false}
            {...form.field("code")}
          />
        </FieldRow>
        <FieldRow>
          <SelectField
            label={t`Discount type`}
            value={values.off.kind}
            options={toOptions({ percent: t`Percentage`, amount: t`Fixed amount` })}
            onChange={({ target }) =>
              updateOff({ kind: target.value === "amount" ? "amount" : "percent" })
            }
          />
          {isPercent ? (
            <TextField
              label={t`Percent off`}
              inputMode="decimal"
              value={values.off.percent}
              error={getFieldError("off.percentOff")}
              onChange={({ target }) => updateOff({ percent: target.value })}
            />
          ) : (
            <>
              <TextField
                label={t`Amount off`}
                inputMode="decimal"
                value={values.off.amount}
                error={getFieldError("off.amountOffMinor")}
                onChange={({ target }) => updateOff({ amount: target.value })}
              />
              <CurrencyField
                value={values.off.currency}
                error={getFieldError("off.currency")}
                onChange={(currency) => updateOff({ currency })}
              />
            </>
          )}
        </FieldRow>
        <FieldRow>
          <SelectField
            label={t`Duration`}
            hint={t`Applies to subscriptions. One-time purchases are discounted once.`}
            {...form.field("duration")}
            options={toOptions({
              once: t`First payment only`,
              repeating: t`Multiple months`,
              forever: t`Forever`,
            })}
          />
          {values.duration === "repeating" && (
            <TextField label={t`Number of months`} inputMode="numeric" {...form.field("months")} />
          )}
        </FieldRow>
        <FieldRow>
          <TextField
            label={t`Redemption limit`}
            hint={t`Total across all customers. Leave blank for no limit.`}
            inputMode="numeric"
            {...form.field("maxRedemptions")}
          />
          <TextField
            label={t`Expiration date`}
            hint={t`Leave blank for no expiration.`}
            type="date"
            {...form.field("expiresAt")}
          />
        </FieldRow>
        <FieldRow>
          <TextField
            label={t`Minimum order`}
            hint={t`The lowest total before the discount. Leave blank for no minimum.`}
            inputMode="decimal"
            value={values.minimum.amount}
            error={getFieldError("minimum.amountMinor")}
            onChange={({ target }) => updateMinimum({ amount: target.value })}
          />
          <CurrencyField
            label={t`Currency of the minimum`}
            value={values.minimum.currency}
            error={getFieldError("minimum.currency")}
            onChange={(currency) => updateMinimum({ currency })}
          />
        </FieldRow>
        <CheckField
          label={t`First purchase only`}
          hint={t`So each customer can use the code at most once. Stripe has no other limit per customer.`}
          {...form.check("firstPurchaseOnly")}
        />
        <ProductChoice
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
