import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/errors.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { LabeledField } from "../../ui/field/labeled-field.tsx";
import styles from "./logo-form.module.css";
import { removeLogo, applySavedShop, uploadLogo, type Shop } from "./queries.ts";

/** Shows, replaces or removes the logo. A chosen file is saved immediately. */
export function LogoForm({ shop }: { shop: Shop }) {
  const client = useQueryClient();
  const onSuccess = (saved: Shop) => applySavedShop(client, saved);
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess });
  const remove = useMutation({ mutationFn: removeLogo, onSuccess });
  const fileError =
    upload.error instanceof ApiError
      ? upload.error.code === "too_large"
        ? "The picture is larger than 1 MB."
        : upload.error.fields[0]?.message
      : undefined;
  const error = fileError ? remove.error : (upload.error ?? remove.error);
  return (
    <div className={styles.logo}>
      {shop.logo && (
        <img src={`/api/shop/logo/${shop.logo}`} alt="Your logo" className={styles.picture} />
      )}
      <div className={styles.field}>
        <LabeledField
          label={shop.logo ? "Another picture" : "Picture"}
          hint="PNG, JPEG or WebP, at most 1 MB. It is shown 32 pixels high: twice that is sharp everywhere."
          error={fileError}
        >
          {(props) => (
            <input
              {...props}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              className={styles.file}
              disabled={upload.isPending}
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) upload.mutate(file, { onSettled: () => (target.value = "") });
              }}
            />
          )}
        </LabeledField>
      </div>
      {error && <ErrorNotice error={error} />}
      <output className={styles.status}>{upload.isPending ? "Uploading…" : ""}</output>
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
