import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { DetailPage, ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
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
  return <DetailPage query={editableProductQuery} Content={Editor} />;
}

const statusDescriptions = {
  draft: msg`Draft. Only your team can see it.`,
  published: msg`For sale`,
  archived: msg`Archived. No longer for sale. Existing customers keep their access.`,
};

function Editor({ data: product }: { data: EditableProduct }) {
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
  const change = useProductChange((status: "draft" | "archived") =>
    setProductStatus(id, { status }),
  );
  const confirmation = useConfirmation(change, (status) => showToast(i18n._(doneToasts[status])));
  const statusToConfirm = confirmation.asked?.input;
  if (status === "archived") return null;
  return (
    <>
      {status === "published" && (
        <>
          <ButtonLink href={paths.product(slug)}>{t`View in shop`}</ButtonLink>
          <Button onClick={() => confirmation.ask("draft")}>{t`Unpublish`}</Button>
        </>
      )}
      <Button onClick={() => confirmation.ask("archived")}>{t`Archive`}</Button>
      {statusToConfirm && (
        <ConfirmDialog
          title={
            statusToConfirm === "draft" ? t`Unpublish this product?` : t`Archive this product?`
          }
          confirmLabel={statusToConfirm === "draft" ? t`Unpublish` : t`Archive`}
          busyLabel={t`Saving…`}
          {...confirmation.dialog}
          text={t`New customers can’t buy it. Existing customers keep their access, and subscriptions continue to renew.`}
        >
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
