import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, read } from "../../http/client.ts";
import { queryClient } from "../../http/query.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import { pagesKey } from "../pages/queries.ts";
import { applyProduct, refetchProduct, type EditableProduct } from "./editor-queries.ts";
import { describeMissing } from "./missing-copy.ts";
import styles from "./product-screen.module.css";
import {
  cancelPublication,
  confirmPublication,
  countUploads,
  findMissing,
} from "./publications.ts";

/**
 * Says what buyers would miss. It can be published anyway if they get at least something; its pages that are only
 * drafts can be published with it.
 */
export function PublishDialog({ product }: { product: EditableProduct }) {
  const { t, i18n } = useLingui();
  const { id, name, completeness, benefits } = product;
  const missing = findMissing(product);
  const drafts = missing.flatMap(({ code, page }) => (code === "page_draft" && page ? [page] : []));
  const [publishesPages, setPublishesPages] = useState(true);
  const takesPages = publishesPages && drafts.length > 0;
  const publish = useMutation({
    mutationFn: async () => {
      if (takesPages) for (const page of drafts) await publishPage(page.id);
      return refetchProduct(id);
    },
    onSuccess: (current) => {
      applyProduct(queryClient, current);
      confirmPublication(i18n, current);
    },
  });
  const isDeliverable =
    completeness.isDeliverable ||
    takesPages ||
    countUploads(benefits.flatMap(({ files }) => files)) > 0;
  const isAllMissing = missing.length > (takesPages ? drafts.length : 0);
  return (
    <ConfirmDialog
      title={isDeliverable ? t`${name} is incomplete` : t`${name} can’t be published yet`}
      confirmLabel={isDeliverable ? (isAllMissing ? t`Publish anyway` : t`Publish`) : undefined}
      cancelLabel={isDeliverable ? t`Cancel` : t`Close`}
      busy={publish.isPending}
      busyLabel={t`Publishing…`}
      error={publish.error}
      onConfirm={() => publish.mutate()}
      onClose={() => cancelPublication(id)}
      text={t`Your changes are saved. These benefits have no content yet:`}
    >
      <ul className={styles.missing}>
        {missing.map((item) => (
          <li key={`${item.benefitId} ${item.page?.id ?? ""}`}>{describeMissing(i18n, item)}</li>
        ))}
      </ul>
      {drafts.length > 0 && (
        <CheckField
          label={t`${plural(
            { count: drafts.length },
            {
              one: "Also publish this page",
              other: "Also publish these pages",
            },
          )}`}
          checked={publishesPages}
          onChange={(event) => setPublishesPages(event.target.checked)}
        />
      )}
      <p>
        {isDeliverable
          ? t`Customers get everything else now, and the missing content as soon as you add it.`
          : t`Customers would pay and get nothing, so add content first. To sell it before it’s ready, add a note that says when it will be available.`}
      </p>
    </ConfirmDialog>
  );
}

async function publishPage(id: string): Promise<void> {
  await read(api.admin.pages[":id"].publication.$put({ param: { id } }));
  void queryClient.invalidateQueries({ queryKey: pagesKey });
}
