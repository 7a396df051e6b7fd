import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "../../i18n/lingui.ts";
import { Link } from "wouter";
import { paths } from "../../paths.ts";

/** Returns the name of what was bought; a general one if the shop no longer has the product. */
export function getProductName(i18n: I18n, product: { name: string } | null): string {
  return product?.name ?? i18n._(msg`Product no longer available`);
}

/** The name of what was bought, linked to its page unless the shop no longer has the product. */
export function ProductName({ product }: { product: { slug: string; name: string } | null }) {
  const { i18n } = useLingui();
  const name = getProductName(i18n, product);
  return product ? (
    <Link href={paths.product(product.slug)}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}
