import { useLingui } from "@lingui/react/macro";
import fieldStyles from "./field.module.css";
import styles from "./color-field.module.css";
import { type FieldProps, LabeledField } from "./fields.tsx";

/**
 * A labeled color: a picker, and its text for who has the exact color.
 * @param props.pickerColor what the picker shows, as `#rrggbb`; the text may be empty, or written in another way
 */
export function ColorField({
  label,
  hint,
  error,
  value,
  pickerColor,
  onChange,
}: FieldProps & { value: string; pickerColor: string; onChange: (color: string) => void }) {
  const { t } = useLingui();
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(props) => (
        <div className={styles.color}>
          <input
            type="color"
            aria-label={t`${label}: color picker`}
            value={pickerColor}
            className={styles.picker}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...props}
            value={value}
            className={fieldStyles.input}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </LabeledField>
  );
}
