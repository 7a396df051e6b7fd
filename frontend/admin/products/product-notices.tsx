import { Trans, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useProductChange, type EditableProduct } from "./editor-queries.ts";
import type { ProductForm } from "./use-product-form.ts";

/** What the user should know before editing: restored changes, and changes that Stripe does not have. */
export function ProductNotices({
  product,
  form,
}: {
  product: EditableProduct | null;
  form: ProductForm;
}) {
  const formats = useFormats();
  const { t } = useLingui();
  const forgottenFiles = form.values.benefits.flatMap(({ key, fileNames }) =>
    fileNames.filter((name) => !form.files[key]?.some((file) => file.name === name)),
  );
  const editedAt = form.restoredAt === null ? "" : formats.dateTime(form.restoredAt);
  const fileNames = formats.list(forgottenFiles);
  return (
    <>
      {form.restoredAt !== null && (
        <Notice tone="info" title={t`Your unsaved changes were restored.`}>
          <p>
            <Trans>They were last edited in this browser on {editedAt}.</Trans>{" "}
            {forgottenFiles.length > 0 && (
              <Trans>Selected files aren’t kept. Choose these files again: {fileNames}</Trans>
            )}
          </p>
        </Notice>
      )}
      {product?.pendingSyncSince != null && (
        <PendingSyncNotice id={product.id} since={product.pendingSyncSince} />
      )}
    </>
  );
}

function PendingSyncNotice({ id, since }: { id: string; since: number }) {
  const formats = useFormats();
  const { t } = useLingui();
  const savedAt = formats.dateTime(since);
  const sync = useProductChange(() =>
    read(api.admin.products[":id"].push.$post({ param: { id } })),
  );
  return (
    <Notice tone="info" title={t`Your latest changes aren’t synced to Stripe yet.`}>
      <p>
        <Trans>Saved here on {savedAt}. Gatehouse retries the sync every five minutes.</Trans>
      </p>
      <div>
        <Button busy={sync.isPending} onClick={() => sync.mutate(undefined)}>
          {sync.isPending ? t`Syncing…` : t`Sync now`}
        </Button>
      </div>
      {sync.isError && <ErrorNotice error={sync.error} />}
    </Notice>
  );
}
