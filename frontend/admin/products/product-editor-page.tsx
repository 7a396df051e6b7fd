import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "wouter";
import { DetailPage, ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import {
  editableProductQuery,
  sendProduct,
  setProductStatus,
  useProductChange,
  type EditableProduct,
} from "./editor-queries.ts";
import { toDuplicate } from "./duplicate-product.ts";
import { ProductSales } from "./product-sales.tsx";
import { ProductUpgrade } from "./product-upgrade.tsx";
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
      <ProductSales productId={product.id} />
      <ProductScreen product={product} form={form} />
      <ProductUpgrade productId={product.id} />
    </ConsolePage>
  );
}

const doneToasts = { draft: msg`Product unpublished`, archived: msg`Product archived` };

function Actions({ product }: { product: EditableProduct }) {
  const { t, i18n } = useLingui();
  const { id, slug, status } = product;
  const [, navigate] = useLocation();
  const duplicate = useProductChange(() =>
    sendProduct(null, toDuplicate(i18n, product, crypto.randomUUID().slice(0, 4))),
  );
  const url = location.origin + paths.product(slug);
  const copyLink = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast(t`Link copied`),
      // The browser doesn't allow it, so that the link can at least be read.
      () => showToast(url),
    );
  const createCopy = () =>
    duplicate.mutate(undefined, {
      onSuccess: (copy) => {
        showToast(t`Copy created as a draft. It shares the benefits of the original.`);
        navigate(consolePaths.product(copy.id));
      },
    });
  const change = useProductChange((status: "draft" | "archived") =>
    setProductStatus(id, { status }),
  );
  const confirmation = useConfirmation(change, (status) => showToast(i18n._(doneToasts[status])));
  const statusToConfirm = confirmation.asked?.input;
  const more = (
    <Menu
      label={t`More`}
      busy={duplicate.isPending}
      items={[
        ...(status === "published"
          ? [{ label: t`Copy link`, onSelect: () => void copyLink() }]
          : []),
        { label: t`Duplicate`, onSelect: createCopy },
      ]}
    />
  );
  const failure = duplicate.error && <ErrorNotice error={duplicate.error} />;
  if (status === "archived")
    return (
      <>
        {more}
        {failure}
      </>
    );
  return (
    <>
      {status === "published" && (
        <>
          <ButtonLink href={paths.product(slug)}>{t`View in shop`}</ButtonLink>
          <Button onClick={() => confirmation.ask("draft")}>{t`Unpublish`}</Button>
        </>
      )}
      <ButtonLink
        href={consolePaths.newMessage({ holdersOf: id })}
      >{t`Write to customers`}</ButtonLink>
      <Button onClick={() => confirmation.ask("archived")}>{t`Archive`}</Button>
      {more}
      {failure}
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
