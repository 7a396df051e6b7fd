import { Trans } from "@lingui/react/macro";
import { FieldError, FieldHint } from "../../ui/field/labeled-field.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import styles from "./product-checkboxes.module.css";

/** Selects products; none selected means all products. */
export function ProductCheckboxes({
  products,
  selectedIds,
  error,
  onChange,
}: {
  products: { id: string; name: string }[];
  selectedIds: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}) {
  return (
    <fieldset className={styles.products}>
      <legend>
        <Trans>Limit to specific products</Trans>
      </legend>
      <FieldHint>
        <Trans>If none are selected, the code applies to all products.</Trans>
      </FieldHint>
      <div className={styles.checks}>
        {products.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={selectedIds.includes(id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...selectedIds, id] : selectedIds.filter((other) => other !== id),
              )
            }
          />
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
