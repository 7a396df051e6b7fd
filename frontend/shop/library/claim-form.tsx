import { useState, type FormEvent } from "react";
import { isApiError } from "../../http/errors.ts";
import { describeError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useClaimLicense } from "./license-queries.ts";
import styles from "./license-key.module.css";

/** Claims a license key that was bought elsewhere and adds its benefits to the library. */
export function ClaimForm() {
  const [key, setKey] = useState("");
  const claim = useClaimLicense();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!claim.isPending) claim.mutate(key.trim(), { onSuccess: () => setKey("") });
  };
  return (
    <details className={styles.claim}>
      <summary>Have a license key from before? Add it</summary>
      <form className={styles.form} onSubmit={add}>
        <div className={styles.entry}>
          <TextField
            label="License key"
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
            error={claim.isError ? describeClaimError(claim.error) : undefined}
          />
          <Button type="submit" busy={claim.isPending}>
            {claim.isPending ? "Adding…" : "Add key"}
          </Button>
        </div>
        <output>{claim.isSuccess ? "Added. It is in your library now." : ""}</output>
      </form>
    </details>
  );
}

function describeClaimError(error: Error) {
  if (isApiError(error, "not_found"))
    return "We know no such key that is still free. Look for a typing mistake, or ask the shop.";
  const { title, nextStep } = describeError(error);
  return `${title} ${nextStep}`;
}
