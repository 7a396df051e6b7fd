import { Link } from "wouter";
import { paths } from "../../paths.ts";

/** The product a bill is for; one that the shop no longer knows has no page. */
export function ProductName({ product }: { product: { slug: string; name: string } | null }) {
  return product ? (
    <Link href={paths.product(product.slug)}>{product.name}</Link>
  ) : (
    "Something no longer in this shop"
  );
}
