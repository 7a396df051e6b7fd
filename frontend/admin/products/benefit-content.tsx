import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { BenefitFiles } from "./benefit-files.tsx";
import { BenefitPages } from "./benefit-pages.tsx";
import type { BenefitFieldProps } from "./benefit-field-props.ts";
import styles from "./editor-rows.module.css";

/** What a benefit delivers, edited right here: its files, pages or keys, its URL, or its key. */
export function BenefitContent(props: BenefitFieldProps) {
  switch (props.row.type) {
    case "download":
      return <BenefitFiles {...props} />;
    case "page":
      return <BenefitPages {...props} />;
    case "license_key":
      return <LicenseKeys {...props} />;
    case "feature":
      return <FeatureKey {...props} />;
    case "link":
      return <LinkOrNote {...props} />;
  }
}

function LinkOrNote({ row, form, onChange }: BenefitFieldProps) {
  const { t } = useLingui();
  const getError = (path: string) => form.getFieldError(`benefits.${row.key}.settings.${path}`);
  return (
    <>
      <TextField
        label={t`URL`}
        type="url"
        placeholder="https://"
        hint={t`Only customers with access see it. Leave blank to show only a note.`}
        value={row.url}
        error={getError("url")}
        onChange={(event) => onChange({ url: event.target.value })}
      />
      <TextArea
        label={t`Note`}
        rows={2}
        hint={t`Shown in the library of customers with this benefit.`}
        value={row.note}
        error={getError("note")}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </>
  );
}

function FeatureKey({ row, form, onChange }: BenefitFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Key`}
      hint={
        row.benefitId === null
          ? t`The key your application checks. Generated from the name.`
          : t`The key your application checks. If blank, the benefit’s ID is used.`
      }
      value={row.featureKey}
      error={form.getFieldError(`benefits.${row.key}.settings.key`)}
      onChange={(event) => onChange({ featureKey: event.target.value })}
    />
  );
}

function LicenseKeys({ row, benefit, form, onChange }: BenefitFieldProps) {
  const { t, i18n } = useLingui();
  const getError = (path: string) => form.getFieldError(`benefits.${row.key}.${path}`);
  const inStock = benefit?.keysInStock ?? 0;
  const example = `${row.prefix || "KEY"}-7Q2M-…`;
  return (
    <>
      <TextField
        label={t`Prefix`}
        hint={t`Keys look like ${example}`}
        maxLength={10}
        value={row.prefix}
        error={getError("settings.prefix")}
        onChange={(event) => onChange({ prefix: event.target.value.toUpperCase() })}
      />
      <CheckField
        label={t`Use imported keys`}
        hint={t`No keys are generated. Each customer gets one of the keys you import.`}
        checked={row.isFromStock}
        onChange={(event) => onChange({ isFromStock: event.target.checked })}
      />
      {row.isFromStock && (
        <TextArea
          label={t`Keys to import`}
          rows={4}
          spellCheck={false}
          hint={
            <>
              <Trans>One key per line.</Trans> {inStock > 0 && describeStock(i18n, inStock)}{" "}
              {benefit && (
                <Link href={consolePaths.importLicenses} className={styles.small}>
                  <Trans>Import a CSV file with limits and expiration dates</Trans>
                </Link>
              )}
            </>
          }
          value={row.keys}
          error={getError("keys")}
          onChange={(event) => onChange({ keys: event.target.value })}
        />
      )}
    </>
  );
}

/** The Worker counts no further than to 1,000. */
function describeStock(i18n: I18n, count: number): string {
  return count >= 1000
    ? i18n._(msg`1,000 or more keys are in stock.`)
    : i18n._(msg`${plural(count, { one: "# key is in stock.", other: "# keys are in stock." })}`);
}
