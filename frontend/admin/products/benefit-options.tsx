import { Trans, useLingui } from "@lingui/react/macro";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import type { BenefitFieldProps } from "./benefit-field-props.ts";
import styles from "./editor-rows.module.css";

/** The settings of a benefit that few sellers need: limits. */
export function BenefitOptions({ row, form, onChange }: BenefitFieldProps) {
  const { t } = useLingui();
  const getError = (path: string) => form.getFieldError(`benefits.${row.key}.settings.${path}`);
  const renderCount = (
    name: "limit" | "activationLimit" | "usesLimit" | "expiresAfterDays",
    label: string,
    path: string = name,
  ) => (
    <TextField
      label={label}
      inputMode="numeric"
      hint={t`Leave blank for no limit.`}
      value={row[name]}
      error={getError(path)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  if (row.type === "feature")
    return (
      <>
        {renderCount("limit", t`Limit`, "limit.amount")}
        <CheckField
          label={t`Limit applies per seat`}
          checked={row.limitPerSeat}
          onChange={(event) => onChange({ limitPerSeat: event.target.checked })}
        />
      </>
    );
  if (row.type !== "license_key") return null;
  return (
    <>
      <FieldRow>
        {renderCount("activationLimit", t`Devices`)}
        {renderCount("usesLimit", t`Uses`)}
        {renderCount("expiresAfterDays", t`Days until expiration`)}
      </FieldRow>
      <p className={styles.soft}>
        <Trans>Existing keys keep their limits. New keys get these limits.</Trans>
      </p>
      <CheckField
        label={t`Device limit applies per seat`}
        checked={row.perSeat}
        onChange={(event) => onChange({ perSeat: event.target.checked })}
      />
      <CheckField
        label={t`Require licensee name`}
        hint={t`Customers enter the licensee’s name before they get their key.`}
        checked={row.isNamed}
        onChange={(event) => onChange({ isNamed: event.target.checked })}
      />
    </>
  );
}
