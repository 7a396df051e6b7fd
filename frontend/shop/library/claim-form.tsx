import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { isApiError } from "../../http/errors.ts";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useClaimLicense } from "./license-queries.ts";
import styles from "./license-key.module.css";

/** Claims a license key that was bought elsewhere and adds its benefits to the library. */
export function ClaimForm() {
  const { t, i18n } = useLingui();
  const [key, setKey] = useState("");
  const claim = useClaimLicense();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!claim.isPending) claim.mutate(key.trim(), { onSuccess: () => setKey("") });
  };
  return (
    <details className={styles.claim}>
      <summary>
        <Trans>Add a license key you already have</Trans>
      </summary>
      <form className={styles.form} onSubmit={add}>
        <div className={styles.entry}>
          <TextField
            label={t`License key`}
            name="key"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={255}
            value={key}
            onChange={(event) => {
              setKey(event.target.value);
              claim.reset();
            }}
            error={claim.isError ? explainClaimError(i18n, claim.error) : undefined}
          />
          <Button type="submit" busy={claim.isPending}>
            {claim.isPending ? t`Adding…` : t`Add license key`}
          </Button>
        </div>
        <output>{claim.isSuccess && t`License key added. It’s now in your library.`}</output>
      </form>
    </details>
  );
}

function explainClaimError(i18n: I18n, error: Error): string {
  return isApiError(error, "not_found")
    ? i18n._(
        msg`This license key wasn’t found, or it’s already in use. Check it for typos, or contact the shop.`,
      )
    : explainError(i18n, error);
}
