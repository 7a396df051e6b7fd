import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { proposeSlug } from "../../../../worker/shared/propose-slug.ts";
import { CheckField, FieldRow, TextArea, TextField } from "../../../ui/field/fields.tsx";
import { consolePaths } from "../../frame/console-paths.ts";
import { describeInStock } from "../../licenses/console-license-copy.ts";
import shapes from "../../frame/shapes.module.css";
import {
  bindBenefit,
  optionalNumber,
  toText,
  type BenefitFieldProps,
  type BenefitPart,
} from "./benefit-part.ts";

/** A license key: generated for each customer, or one of those that the seller imports. */
export const licenseKey: BenefitPart<"license_key"> = {
  name: msg`License key`,
  newName: msg`License key`,
  optionsName: msg`Limits and note`,
  Content: LicenseKeys,
  Options: LicenseLimits,
  createValues: (_key, productName) => ({ prefix: proposePrefix(productName) }),
  toValues: (settings) => ({
    prefix: settings.prefix,
    activationLimit: toText(settings.activationLimit),
    perSeat: settings.perSeat ?? false,
    usesLimit: toText(settings.usesLimit),
    expiresAfterDays: toText(settings.expiresAfterDays),
    isNamed: settings.isNamed ?? false,
    isFromStock: settings.isFromStock ?? false,
  }),
  toSettings: (values) => ({
    prefix: values.prefix.trim(),
    ...optionalNumber("activationLimit", values.activationLimit),
    ...optionalNumber("usesLimit", values.usesLimit),
    ...optionalNumber("expiresAfterDays", values.expiresAfterDays),
    ...(values.perSeat && { perSeat: true }),
    ...(values.isNamed && { isNamed: true }),
    ...(values.isFromStock && { isFromStock: true }),
  }),
  describeContent: (i18n, { settings, keysInStock }) =>
    settings.isFromStock
      ? i18n._(
          msg`${plural({ count: keysInStock }, { one: "# key in stock", other: "# keys in stock" })}`,
        )
      : `${settings.prefix}-…`,
};

/** Returns a prefix of license keys for a product: "Winter Tides" → "WINTER". */
export function proposePrefix(productName: string): string {
  const words = proposeSlug(productName).toUpperCase().split("-");
  const word = words.find((each) => /^[A-Z][A-Z0-9]+$/.test(each)) ?? "KEY";
  return word.slice(0, 6);
}

function LicenseKeys(props: BenefitFieldProps) {
  const { t, i18n } = useLingui();
  const { row, benefit, onChange } = props;
  const { text, setting, check } = bindBenefit(props);
  const inStock = benefit?.keysInStock ?? 0;
  const example = `${row.prefix || "KEY"}-7Q2M-…`;
  return (
    <>
      <TextField
        label={t`Prefix`}
        hint={t`Keys look like ${example}`}
        maxLength={10}
        {...setting("prefix")}
        onChange={(event) => onChange({ prefix: event.target.value.toUpperCase() })}
      />
      <CheckField
        label={t`Use imported keys`}
        hint={t`No keys are generated. Each customer gets one of the keys you import.`}
        {...check("isFromStock")}
      />
      {row.isFromStock && (
        <TextArea
          label={t`Keys to import`}
          rows={4}
          spellCheck={false}
          hint={
            <>
              {t`One key per line.`} {inStock > 0 && describeInStock(i18n, inStock)}{" "}
              {benefit && (
                <Link href={consolePaths.importLicenses} className={shapes.small}>
                  {t`Import a CSV file with limits and expiration dates`}
                </Link>
              )}
            </>
          }
          {...text("keys")}
        />
      )}
    </>
  );
}

function LicenseLimits(props: BenefitFieldProps) {
  const { t } = useLingui();
  const { setting, check } = bindBenefit(props);
  const limit = { inputMode: "numeric", hint: t`Leave blank for no limit.` } as const;
  return (
    <>
      <FieldRow>
        <TextField label={t`Devices`} {...limit} {...setting("activationLimit")} />
        <TextField label={t`Uses`} {...limit} {...setting("usesLimit")} />
        <TextField label={t`Days until expiration`} {...limit} {...setting("expiresAfterDays")} />
      </FieldRow>
      <p className={shapes.soft}>
        {t`Existing keys keep their limits. New keys get these limits.`}
      </p>
      <CheckField label={t`Device limit applies per seat`} {...check("perSeat")} />
      <CheckField
        label={t`Require licensee name`}
        hint={t`Customers enter the licensee’s name before they get their key.`}
        {...check("isNamed")}
      />
    </>
  );
}
