import { Trans, useLingui } from "@lingui/react/macro";
import { scopes, type Scope } from "../../../worker/lib/scopes.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldError } from "../../ui/field/labeled-field.tsx";
import styles from "./developers.module.css";
import { scopeSentences } from "./scope-copy.ts";

/** Chooses scopes one by one. */
export function ScopeCheckboxes({
  chosen,
  error,
  onChange,
}: {
  chosen: Scope[];
  error: string | undefined;
  onChange: (chosen: Scope[]) => void;
}) {
  const { i18n } = useLingui();
  return (
    <fieldset className={styles.checks}>
      <legend>
        <Trans>Scopes</Trans>
      </legend>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          label={scope}
          hint={i18n._(scopeSentences[scope])}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
            )
          }
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
