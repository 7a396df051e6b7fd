import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import rows from "../../ui/row-list.module.css";
import { BenefitContent } from "./benefit-content.tsx";
import type { BenefitFieldProps } from "./benefit-field-props.ts";
import { benefitTypes, type BenefitFormValues } from "./benefit-form-values.ts";
import { BenefitOptions } from "./benefit-options.tsx";
import { Disclosure } from "./disclosure.tsx";
import type { EditableBenefit, EditableProduct } from "./editor-queries.ts";
import styles from "./editor-rows.module.css";
import { missingLabels } from "./missing-copy.ts";
import { SmallAction } from "./small-action.tsx";

const optionNames = {
  download: msg`Note`,
  page: msg`Note`,
  license_key: msg`Limits and note`,
  feature: msg`Limit and note`,
  // A link has no options.
  link: msg`Note`,
};

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
  const { row, benefit, form, onChange } = fields;
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
  const getError = (path: string) => form.getFieldError(`benefits.${key}.${path}`);
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
      <div ref={element} className={styles.fields}>
        <div className={styles.head}>
          <span>{i18n._(benefitTypes[type].name)}</span>
          <span className={styles.actions}>
            {!isNew && (
              <SmallAction name={name} onClick={() => setIsOpened(false)}>
                <Trans>Close</Trans>
              </SmallAction>
            )}
            <SmallAction name={name} onClick={onRemove}>
              <Trans>Remove</Trans>
            </SmallAction>
          </span>
        </div>
        <TextField
          label={t`Name`}
          required
          maxLength={120}
          hint={type === "feature" ? undefined : t`Shown to customers.`}
          value={name}
          error={getError("name")}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <BenefitContent {...fields} />
        {type !== "link" && (
          <Disclosure
            className={styles.options}
            summary={i18n._(optionNames[type])}
            hasError={form.errors.some(({ path }) => isOption(path))}
          >
            <div className={styles.fields}>
              <BenefitOptions {...fields} />
              <TextArea
                label={t`Note`}
                rows={2}
                hint={t`Optional. Shown in the library of customers with this benefit.`}
                value={row.note}
                error={getError("settings.note")}
                onChange={(event) => onChange({ note: event.target.value })}
              />
            </div>
          </Disclosure>
        )}
        {benefit && benefit.products.length > 1 && (
          <p className={styles.soft}>
            <Trans>Changes also apply to these products: {productNames}.</Trans>
          </p>
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
  const others = benefit?.products.filter(({ id }) => id !== product?.id) ?? [];
  const otherNames = formats.list(others.map((each) => each.name));
  const [missing] = (product?.completeness.missing ?? []).filter(
    ({ benefitId }) => benefitId === row.key,
  );
  const details = [
    i18n._(benefitTypes[type].name),
    benefit ? describeContent(i18n, benefit) : t`From another product`,
    others.length > 0 && t`Also in ${otherNames}`,
  ];
  return (
    <div className={styles.summary}>
      <div className={rows.main}>
        <span className={rows.name}>{name}</span>
        <span className={rows.detail}>{details.filter(Boolean).join(" · ")}</span>
        {missing && <StatusBadge tone="warning">{i18n._(missingLabels[missing.code])}</StatusBadge>}
      </div>
      <div className={styles.actions}>
        {onEdit && (
          <SmallAction name={name} onClick={onEdit}>
            <Trans>Edit</Trans>
          </SmallAction>
        )}
        <SmallAction name={name} onClick={onRemove}>
          <Trans>Remove</Trans>
        </SmallAction>
      </div>
    </div>
  );
}

/** Says how much a benefit contains: "2 files", "1 page", "37 keys in stock". */
function describeContent(i18n: I18n, benefit: EditableBenefit): string | false {
  switch (benefit.type) {
    case "download":
      return i18n._(
        msg`${plural({ count: benefit.files.length }, { one: "# file", other: "# files" })}`,
      );
    case "page":
      return i18n._(
        msg`${plural({ count: benefit.pages.length }, { one: "# page", other: "# pages" })}`,
      );
    case "license_key":
      return benefit.settings.isFromStock
        ? i18n._(
            msg`${plural({ count: benefit.keysInStock }, { one: "# key in stock", other: "# keys in stock" })}`,
          )
        : `${benefit.settings.prefix}-…`;
    case "feature":
      return benefit.settings.key ?? benefit.id;
    case "link":
      return benefit.settings.url ?? false;
  }
}
