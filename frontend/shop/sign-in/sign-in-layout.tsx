import type { ReactNode } from "react";
import { StatusPage } from "../../shell/status-page.tsx";
import { Cover } from "../catalog/cover.tsx";
import { useShopName, type Product } from "../../http/shop.ts";

/** The frame of the sign-in pages: beside the words the product somebody is about to buy, or the shop's own lines. */
export function SignInFrame({
  product,
  children,
}: {
  product?: Product | undefined;
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
