import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowAction } from "../frame/row-action.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError, SelectField } from "../../ui/field/fields.tsx";
import { SortableList } from "../../ui/sortable/sortable-list.tsx";
import { BenefitRow } from "./benefit-row.tsx";
import { changeBenefitValues, createBenefitValues } from "./benefit-form-values.ts";
import type { BenefitFormValues } from "./benefits/benefit-part.ts";
import { benefitTypes, getBenefitPart } from "./benefits/benefit-parts.ts";
import {
  benefitRemovalPreviewQuery,
  shareableBenefitsQuery,
  type EditableBenefit,
  type EditableProduct,
} from "./editor-queries.ts";
import styles from "./editor-rows.module.css";
import shapes from "../frame/shapes.module.css";
import type { ProductForm, ProductPart } from "./use-product-form.ts";

/** A product's benefits in the order in which buyers see them, each with its content, and buttons that add one. */
export function BenefitRows({ product, form }: ProductPart) {
  const { t, i18n } = useLingui();
  const { benefits, name } = form.values;
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const setBenefits = (next: BenefitFormValues[], paths: string[] = []) =>
    form.setValues({ benefits: next }, ["benefits", ...paths]);
  const change = (key: string, changes: Partial<BenefitFormValues>) =>
    form.setValues(
      {
        benefits: benefits.map((each) =>
          each.key === key ? changeBenefitValues(each, changes) : each,
        ),
      },
      Object.keys(changes).flatMap((field) => toErrorPaths(key, field)),
    );
  const add = (values: BenefitFormValues) => {
    setBenefits([...benefits, values]);
    setAddedKey(values.key);
  };
  const remove = (key: string) => {
    setBenefits(
      benefits.filter((each) => each.key !== key),
      [`benefits.${key}`],
    );
    form.setFiles(({ [key]: _removed, ...files }) => files);
  };
  const removed = (product?.benefits ?? []).filter(
    ({ id }) => !benefits.some(({ key }) => key === id),
  );
  const error = form.getFieldError("benefits");
  return (
    <>
      {benefits.length > 0 ? (
        <SortableList
          label={t`Benefits`}
          className={styles.rows}
          items={benefits.map((each) => ({ ...each, id: each.key }))}
          getName={({ name, type }) => name || i18n._(getBenefitPart(type).name)}
          onMove={async ({ items }) => setBenefits(items.map(({ id: _id, ...each }) => each))}
        >
          {({ id: _id, ...row }, handle) => (
            <BenefitRow
              row={row}
              benefit={product?.benefits.find(({ id }) => id === row.key)}
              product={product}
              form={form}
              handle={handle}
              shouldFocus={row.key === addedKey}
              onChange={(changes) => change(row.key, changes)}
              onRemove={() => remove(row.key)}
            />
          )}
        </SortableList>
      ) : (
        <p className={shapes.soft}>{t`No benefits yet. Customers only get a receipt.`}</p>
      )}
      {removed.map((benefit) => (
        <RemovedBenefit
          key={benefit.id}
          product={product!}
          benefit={benefit}
          onUndo={() => setBenefits([...benefits, findSaved(form, benefit.id)])}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
      <fieldset className={shapes.stack}>
        <legend className={shapes.soft}>{t`Add a benefit`}</legend>
        <div className={shapes.actions}>
          {benefitTypes.map((type) => (
            <Button
              key={type}
              onClick={() =>
                add(createBenefitValues(i18n, `new-${crypto.randomUUID()}`, type, name))
              }
            >
              {i18n._(getBenefitPart(type).name)}
            </Button>
          ))}
        </div>
        <ExistingBenefit benefits={benefits} onAdd={add} />
      </fieldset>
    </>
  );
}

/** The paths of the errors that a changed value takes away. */
function toErrorPaths(key: string, field: string): string[] {
  const settings: Record<string, string> = { featureKey: "key", limitPerSeat: "limit" };
  return [
    `benefits.${key}.${field}`,
    `benefits.${key}.settings.${settings[field] ?? field}`,
    ...(field === "newPages" ? [`benefits.${key}.newPages`] : []),
  ];
}

const findSaved = (form: ProductForm, id: string) =>
  form.savedValues.benefits.find(({ key }) => key === id)!;

/** A benefit that is removed when the product is saved, with the number of customers who lose it by that. */
function RemovedBenefit({
  product,
  benefit,
  onUndo,
}: {
  product: EditableProduct;
  benefit: EditableBenefit;
  onUndo: () => void;
}) {
  const { t } = useLingui();
  const preview = useQuery(benefitRemovalPreviewQuery(product.id, benefit.id));
  const count = preview.data?.userCount;
  const { name } = benefit;
  return (
    <div className={styles.summary}>
      <p className={shapes.soft}>
        {t`${name} will be removed when you save.`}{" "}
        {count !== undefined ? (
          <Plural
            value={count}
            _0="No customers will lose it."
            one="# customer will lose it within minutes."
            other="# customers will lose it within minutes."
          />
        ) : preview.isError ? (
          t`Couldn’t count the customers who will lose it.`
        ) : (
          t`Counting the customers who will lose it…`
        )}{" "}
        {t`Its keys, files, and pages are kept in case you add it again.`}
      </p>
      <RowAction label={t`Undo`} about={name} onClick={onUndo} />
    </div>
  );
}

/** Adds a benefit of another product. Both products then share its keys, files or pages. */
function ExistingBenefit({
  benefits,
  onAdd,
}: {
  benefits: BenefitFormValues[];
  onAdd: (values: BenefitFormValues) => void;
}) {
  const { t, i18n } = useLingui();
  const shareable = useQuery(shareableBenefitsQuery);
  const others = (shareable.data ?? []).filter(({ id }) => !benefits.some(({ key }) => key === id));
  if (others.length === 0) return null;
  const add = (id: string) => {
    const benefit = others.find((each) => each.id === id);
    if (!benefit) return;
    const { type, name } = benefit;
    onAdd({
      ...createBenefitValues(i18n, id, type, ""),
      benefitId: id,
      name,
      newPages: [],
      prefix: "",
    });
  };
  return (
    <details className={styles.options}>
      <summary>{t`Use a benefit from another product`}</summary>
      <div className={styles.share}>
        <SelectField
          label={t`Benefit`}
          value=""
          options={[
            { value: "", label: t`Select…` },
            ...others.map(({ id, name, type }) => ({
              value: id,
              label: `${name} (${i18n._(getBenefitPart(type).name)})`,
            })),
          ]}
          onChange={(event) => add(event.target.value)}
        />
      </div>
    </details>
  );
}
