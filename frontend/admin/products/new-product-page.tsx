import { useLingui } from "@lingui/react/macro";
import { useLocation } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { ProductScreen } from "./product-screen.tsx";
import { useProductForm } from "./use-product-form.ts";

/** `/admin/products/new`: creates a product with its prices and benefits, as a draft or published at once. */
export default function NewProductPage() {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const form = useProductForm(null, ({ id }) =>
    navigate(consolePaths.product(id), { replace: true }),
  );
  return (
    <ConsolePage
      title={t`New product`}
      parent={{ href: consolePaths.products, name: t`Products` }}
      description={t`Your product isn’t visible to customers until you publish it.`}
    >
      <ProductScreen product={null} form={form} />
    </ConsolePage>
  );
}
