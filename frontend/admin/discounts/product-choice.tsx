import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import shapes from "../frame/shapes.module.css";
import { CheckField, FieldError, FieldHint, TextField } from "../../ui/field/fields.tsx";
import { findShownProducts, MAX_SHOWN } from "./find-shown-products.ts";

/** Selects products; none selected means all products. With many of them, a few that match a search are shown. */
export function ProductChoice({
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
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const { shown, hidden } = findShownProducts(products, selectedIds, search);
  return (
    <fieldset className={shapes.stack}>
      <legend>{t`Limit to specific products`}</legend>
      <FieldHint>{t`If none are selected, the code applies to all products.`}</FieldHint>
      {products.length > MAX_SHOWN && (
        <TextField
          label={t`Search products`}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className={shapes.checks}>
        {shown.map(({ id, name }) => (
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
      {hidden > 0 && (
        <FieldHint>
          {t`${plural(hidden, { one: "# more product. Search to find it.", other: "# more products. Search to find them." })}`}
        </FieldHint>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
