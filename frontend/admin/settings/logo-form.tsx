import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/errors.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { LabeledField } from "../../ui/field/fields.tsx";
import styles from "./logo-form.module.css";
import shapes from "../frame/shapes.module.css";
import { removeLogo, applySavedShop, uploadLogo, type Shop } from "./queries.ts";

/** Shows, replaces or removes the logo. A chosen file is saved immediately. */
export function LogoForm({ shop }: { shop: Shop }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const onSuccess = (saved: Shop) => applySavedShop(client, saved);
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess });
  const remove = useMutation({ mutationFn: removeLogo, onSuccess });
  const fileError =
    upload.error instanceof ApiError
      ? upload.error.code === "too_large"
        ? t`Must be 1 MB or smaller.`
        : upload.error.fields[0]?.message
      : undefined;
  const error = fileError ? remove.error : (upload.error ?? remove.error);
  return (
    <div className={styles.logo}>
      {shop.logo && (
        <img src={`/api/shop/logo/${shop.logo}`} alt={t`Your logo`} className={styles.picture} />
      )}
      <div className={styles.field}>
        <LabeledField
          label={shop.logo ? t`Replace logo` : t`Upload logo`}
          hint={t`PNG, JPEG or WebP, up to 1 MB. Shown 32 pixels high, so use at least 64 pixels.`}
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
      <output className={shapes.soft}>{upload.isPending ? t`Uploading…` : ""}</output>
      {shop.logo && (
        <div>
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            {t`Remove logo`}
          </Button>
        </div>
      )}
    </div>
  );
}
