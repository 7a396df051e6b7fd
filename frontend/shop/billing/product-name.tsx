import { Link } from "wouter";
import { paths } from "../../paths.ts";

/** The product of an invoice, linked to its page unless the shop no longer has the product. */
export function ProductName({ product }: { product: { slug: string; name: string } | null }) {
  return product ? (
    <Link href={paths.product(product.slug)}>{product.name}</Link>
  ) : (
    "Something no longer in this shop"
  );
}
