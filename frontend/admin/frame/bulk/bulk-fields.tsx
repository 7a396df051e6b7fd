import { useLingui } from "@lingui/react/macro";
import { SelectField } from "../../../ui/field/select-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { showLabel } from "../label.ts";
import type { BulkField } from "./bulk-action.ts";

/** The fields of an action, before it starts. */
export function BulkFields({
  fields,
  values,
  onChange,
}: {
  fields: BulkField[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}) {
  const { t, i18n } = useLingui();
  return fields.map(({ name, label, hint, options }) => {
    const props = {
      label: showLabel(i18n, label),
      hint: hint && showLabel(i18n, hint),
      name,
      value: values[name] ?? "",
    };
    const change = (value: string) => onChange({ ...values, [name]: value });
    return options ? (
      <SelectField
        key={name}
        {...props}
        options={[
          { value: "", label: t`Select…` },
          ...options.map((option) => ({ ...option, label: showLabel(i18n, option.label) })),
        ]}
        onChange={(event) => change(event.target.value)}
      />
    ) : (
      <TextField
        key={name}
        {...props}
        maxLength={200}
        onChange={(event) => change(event.target.value)}
      />
    );
  });
}

/** Returns the first field that is still empty, or undefined. */
export function findMissingField(
  fields: BulkField[],
  values: Record<string, string>,
): BulkField | undefined {
  return fields.find(({ name }) => !values[name]?.trim());
}
