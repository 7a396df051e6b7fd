import { useLingui } from "@lingui/react/macro";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useState, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { findFieldError, SubmitErrorNotice } from "../form/form-errors.tsx";
import shapes from "../frame/shapes.module.css";
import {
  createFieldErrors,
  sendProduct,
  useProductChange,
  type EditablePrice,
  type EditableProduct,
  type NewPrice,
} from "./editor-queries.ts";
import { toProductRequest, toProductValues } from "./product-values.ts";

/** Sells a product at another amount from now on, so that the subscribers of a price can be moved to it. */
export function NewTargetPrice({
  product,
  price,
}: {
  product: EditableProduct;
  price: EditablePrice;
}) {
  const { t, i18n } = useLingui();
  const [amount, setAmount] = useState("");
  const replace = useProductChange(() => replacePrice(i18n, { product, price, amount }));
  const fieldError =
    findFieldError(replace.error, "amountMinor") ??
    findFieldError(replace.error, "newPrices.0.amountMinor");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!replace.isPending) replace.mutate(undefined);
  };
  return (
    <form className={shapes.form} onSubmit={submit} noValidate>
      <TextField
        label={price.model === "per_seat" ? t`New amount per seat` : t`New amount`}
        hint={t`New customers pay this amount at once. The current price is archived.`}
        inputMode="decimal"
        value={amount}
        error={fieldError}
        onChange={(event) => setAmount(event.target.value)}
      />
      {replace.error && fieldError === undefined && <SubmitErrorNotice error={replace.error} />}
      <div className={shapes.actions}>
        <Button type="submit" kind="primary" busy={replace.isPending}>
          {replace.isPending ? t`Saving…` : t`Change price`}
        </Button>
      </div>
    </form>
  );
}

/** @throws ApiError at `amountMinor` if the amount is none, or the current one; as `sendProduct` */
async function replacePrice(
  i18n: I18n,
  { product, price, amount }: { product: EditableProduct; price: EditablePrice; amount: string },
): Promise<EditableProduct> {
  const saved = toProductValues(product);
  const prices = saved.prices.map((row) =>
    row.key === price.id ? { ...row, active: true, amountMinor: amount } : row,
  );
  const options = { isPublished: true, needsPrice: true };
  const result = toProductRequest(i18n, { ...saved, prices }, saved, options);
  if ("problems" in result)
    throw createFieldErrors(
      result.problems.map(({ message }) => ({ path: "amountMinor", message })),
    );
  const isSame = (other: NewPrice) =>
    "amountMinor" in other && other.amountMinor === price.amountMinor;
  if (result.request.newPrices.every(isSame))
    throw createFieldErrors([
      { path: "amountMinor", message: i18n._(msg`Enter another amount than the current one.`) },
    ]);
  return sendProduct({ id: product.id, updatedAt: product.updatedAt }, result.request);
}
