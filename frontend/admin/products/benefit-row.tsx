import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { joinFacts, toOptions } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { defaultSoldKinds } from "../../../worker/shared/sold-kinds.ts";
import { SelectField, TextArea, TextField } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import {
  bindBenefit,
  type BenefitFieldProps,
  type BenefitFormValues,
} from "./benefits/benefit-part.ts";
import { getBenefitPart } from "./benefits/benefit-parts.ts";
import { Disclosure } from "./disclosure.tsx";
import type { EditableBenefit, EditableProduct } from "./editor-queries.ts";
import styles from "./editor-rows.module.css";
import shapes from "../frame/shapes.module.css";
import { missingLabels } from "./publications.ts";

const optionFields = /\.settings\.(note|limit|activationLimit|usesLimit|expiresAfterDays)/;

/** A benefit: one line, or its fields and its content. A new one, and one with an error, is open. */
export function BenefitRow({
  product,
  handle,
  shouldFocus,
  onRemove,
  ...fields
}: BenefitFieldProps & {
  product: EditableProduct | null;
  /** Drags the row. */
  handle: ReactNode;
  /** True right after the benefit was added. */
  shouldFocus: boolean;
  onRemove: () => void;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { row, benefit, form } = fields;
  const { key, type, name, benefitId } = row;
  const [isOpened, setIsOpened] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const isNew = benefitId === null;
  const hasErrors = form.errors.some(({ path }) => path.startsWith(`benefits.${key}.`));
  const isOpen = isNew || ((isOpened || hasErrors) && benefit !== undefined);
  useEffect(() => {
    if (shouldFocus || isOpened)
      element.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.select();
  }, [shouldFocus, isOpened]);
  const isOption = (path: string) => path.startsWith(`benefits.${key}.`) && optionFields.test(path);
  const { text, setting } = bindBenefit(fields);
  const { name: typeName, optionsName, Content, Options } = getBenefitPart(type);
  const productNames = formats.list((benefit?.products ?? []).map((each) => each.name));
  if (!isOpen)
    return (
      <div className={styles.benefit}>
        {handle}
        <BenefitSummary
          row={row}
          benefit={benefit}
          product={product}
          onEdit={benefit && (() => setIsOpened(true))}
          onRemove={onRemove}
        />
      </div>
    );
  return (
    <div className={styles.benefit}>
      {handle}
      <div ref={element} className={shapes.stack}>
        <div className={shapes.spread}>
          <span className={rows.name}>{i18n._(typeName)}</span>
          <span className={shapes.actions}>
            {!isNew && (
              <RowAction label={t`Close`} about={name} onClick={() => setIsOpened(false)} />
            )}
            <RowAction label={t`Remove`} about={name} onClick={onRemove} />
          </span>
        </div>
        <TextField
          label={t`Name`}
          required
          maxLength={120}
          hint={type === "feature" ? undefined : t`Shown to customers.`}
          {...text("name")}
        />
        <Content {...fields} />
        {optionsName && (
          <Disclosure
            className={styles.options}
            summary={i18n._(optionsName)}
            hasError={form.errors.some(({ path }) => isOption(path))}
          >
            <div className={shapes.stack}>
              {Options && <Options {...fields} />}
              <TextArea
                label={t({ message: "Note", context: "for customers" })}
                rows={2}
                hint={t`Optional. Shown in the library of customers with this benefit.`}
                {...setting("note")}
              />
            </div>
          </Disclosure>
        )}
        <Disclosure
          className={styles.options}
          summary={t`Right of withdrawal`}
          hasError={form.errors.some(({ path }) => path === `benefits.${key}.settings.kind`)}
        >
          <SelectField
            label={t`What it is to consumer law`}
            hint={t`With content, customers lose the right to withdraw when they agree at the checkout. With a service, they can withdraw for 14 days and pay for the days they had. If you aren’t sure, choose a service.`}
            options={toOptions<string>({
              content: t`Content, delivered at once`,
              service: t`A service, provided over time`,
            })}
            {...setting("kind")}
            value={row.kind || defaultSoldKinds[type]}
          />
        </Disclosure>
        {benefit && benefit.products.length > 1 && (
          <p className={shapes.soft}>{t`Changes also apply to these products: ${productNames}.`}</p>
        )}
      </div>
    </div>
  );
}

function BenefitSummary({
  row,
  benefit,
  product,
  onEdit,
  onRemove,
}: {
  row: BenefitFormValues;
  benefit: EditableBenefit | undefined;
  product: EditableProduct | null;
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { name, type } = row;
  const part = getBenefitPart(type);
  const others = benefit?.products.filter(({ id }) => id !== product?.id) ?? [];
  const otherNames = formats.list(others.map((each) => each.name));
  const [missing] = (product?.completeness.missing ?? []).filter(
    ({ benefitId }) => benefitId === row.key,
  );
  const details = [
    i18n._(part.name),
    benefit ? part.describeContent(i18n, benefit) : t`From another product`,
    others.length > 0 && t`Also in ${otherNames}`,
  ];
  return (
    <div className={styles.summary}>
      <div className={rows.main}>
        <span className={rows.name}>{name}</span>
        <span className={rows.detail}>{joinFacts(...details)}</span>
        {missing && <StatusBadge tone="warning">{i18n._(missingLabels[missing.code])}</StatusBadge>}
      </div>
      <div className={shapes.actions}>
        {onEdit && <RowAction label={t`Edit`} about={name} onClick={onEdit} />}
        <RowAction label={t`Remove`} about={name} onClick={onRemove} />
      </div>
    </div>
  );
}
