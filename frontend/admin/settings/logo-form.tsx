import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { ApiError } from "../../http/errors.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import field from "../../ui/field.module.css";
import styles from "./logo-form.module.css";
import { removeLogo, showSavedShop, uploadLogo, type Shop } from "./queries.ts";

/** The logo as it is, and another one or none instead; chosen is saved. */
export function LogoForm({ shop }: { shop: Shop }) {
  const client = useQueryClient();
  const onSuccess = (saved: Shop) => showSavedShop(client, saved);
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess });
  const remove = useMutation({ mutationFn: removeLogo, onSuccess });
  const id = useId();
  const refusal =
    upload.error instanceof ApiError &&
    (upload.error.code === "too_large"
      ? "The picture is larger than 1 MB."
      : upload.error.fields[0]?.message);
  const error = refusal ? remove.error : (upload.error ?? remove.error);
  return (
    <div className={styles.logo}>
      {shop.logo && (
        <img src={`/api/shop/logo/${shop.logo}`} alt="Your logo" className={styles.picture} />
      )}
      <div className={classNames(field.field, styles.field)}>
        <label htmlFor={id}>{shop.logo ? "Another picture" : "Picture"}</label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className={styles.file}
          aria-describedby={`${id}-hint`}
          aria-invalid={refusal ? true : undefined}
          disabled={upload.isPending}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) upload.mutate(file, { onSettled: () => (target.value = "") });
          }}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          PNG, JPEG or WebP, at most 1 MB. It is shown 32 pixels high: twice that is sharp
          everywhere.
        </p>
        {refusal && (
          <p className={field.error} role="alert">
            {refusal}
          </p>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      <output className={styles.hint}>{upload.isPending ? "Uploading…" : ""}</output>
      {shop.logo && (
        <div>
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove the logo
          </Button>
        </div>
      )}
    </div>
  );
}
