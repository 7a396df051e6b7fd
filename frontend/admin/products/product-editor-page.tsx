import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.tsx";
import {
  editableProductQuery,
  setProductStatus,
  useProductChange,
  type EditableProduct,
} from "./editor-queries.ts";
import { ProductScreen } from "./product-screen.tsx";
import { useProductForm } from "./use-product-form.ts";

/** `/admin/products/:id`: a product's details, prices, benefits, and publication. */
export default function ProductEditorPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <QueryBoundary
      query={useQuery(editableProductQuery(id))}
      skeleton={<SkeletonLines lines={8} />}
      level="page"
    >
      {(product) => <Editor key={product.id} product={product} />}
    </QueryBoundary>
  );
}

const statusDescriptions = {
  draft: msg`Draft. Only your team can see it.`,
  published: msg`For sale`,
  archived: msg`Archived. No longer for sale. Existing customers keep their access.`,
};

function Editor({ product }: { product: EditableProduct }) {
  const { t, i18n } = useLingui();
  const form = useProductForm(product, () => {});
  return (
    <ConsolePage
      title={product.name}
      parent={{ href: consolePaths.products, name: t`Products` }}
      description={i18n._(statusDescriptions[product.status])}
      actions={<Actions product={product} />}
    >
      <ProductScreen product={product} form={form} />
    </ConsolePage>
  );
}

const doneToasts = { draft: msg`Product unpublished`, archived: msg`Product archived` };

function Actions({ product: { id, slug, status } }: { product: EditableProduct }) {
  const { t, i18n } = useLingui();
  const [statusToConfirm, setStatusToConfirm] = useState<"draft" | "archived" | null>(null);
  const change = useProductChange((status: "draft" | "archived") =>
    setProductStatus(id, { status }),
  );
  if (status === "archived") return null;
  return (
    <>
      {status === "published" && (
        <>
          <ButtonLink href={paths.product(slug)}>
            <Trans>View in shop</Trans>
          </ButtonLink>
          <Button onClick={() => setStatusToConfirm("draft")}>
            <Trans>Unpublish</Trans>
          </Button>
        </>
      )}
      <Button onClick={() => setStatusToConfirm("archived")}>
        <Trans>Archive</Trans>
      </Button>
      {statusToConfirm && (
        <ConfirmDialog
          title={
            statusToConfirm === "draft" ? t`Unpublish this product?` : t`Archive this product?`
          }
          confirmLabel={statusToConfirm === "draft" ? t`Unpublish` : t`Archive`}
          cancelLabel={t`Cancel`}
          busy={change.isPending}
          busyLabel={t`Saving…`}
          error={change.error}
          onConfirm={() =>
            change.mutate(statusToConfirm, {
              onSuccess: () => {
                showToast(i18n._(doneToasts[statusToConfirm]));
                setStatusToConfirm(null);
              },
            })
          }
          onClose={() => setStatusToConfirm(null)}
        >
          <p>
            <Trans>
              New customers can’t buy it. Existing customers keep their access, and subscriptions
              continue to renew.
            </Trans>
          </p>
          <p>
            {statusToConfirm === "draft"
              ? t`The product becomes a draft. You can publish it again at any time.`
              : t`The product is also deactivated in Stripe. You can publish it again at any time.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
