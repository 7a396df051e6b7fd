import type { ReactNode } from "react";
import { StatusPage } from "../../shell/status-page.tsx";
import { Cover } from "../catalog/cover.tsx";
import { useShopName, type Product } from "../../http/shop.ts";

/**
 * The layout of the sign-in pages. Next to the form, it shows the product being bought, or the shop's default artwork.
 */
export function SignInLayout({
  product,
  children,
}: {
  product?: Pick<Product, "slug" | "image"> | undefined;
  children: ReactNode;
}) {
  const shopName = useShopName();
  const art = product ? (
    <Cover slug={product.slug} image={product.image} />
  ) : (
    shopName && <Cover slug={shopName} image={null} />
  );
  return <StatusPage art={art ?? null}>{children}</StatusPage>;
}
