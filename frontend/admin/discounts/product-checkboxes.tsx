import { CheckField } from "../frame/form-frame.tsx";
import fieldStyles from "../../ui/field.module.css";
import styles from "./product-checkboxes.module.css";

/** Some of the products, or none for all of them. */
export function ProductChecks({
  products,
  chosen,
  error,
  onChange,
}: {
  products: { id: string; name: string }[];
  chosen: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}) {
  return (
    <fieldset className={styles.products}>
      <legend>Only for some products</legend>
      <p className={styles.hint}>Where none is chosen, the code is for everything.</p>
      <div className={styles.checks}>
        {products.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
      </div>
      {error && (
        <p className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
