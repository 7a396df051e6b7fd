import { useLingui } from "@lingui/react/macro";
import type { Renderer } from "../../worker/render/renderer.ts";
import { paths } from "../paths.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { FreeTrial } from "../shop/catalog/free-trial.tsx";
import { describeRate } from "../shop/catalog/price-copy.ts";
import { SellerText } from "../ui/seller-text.tsx";

type Props = Parameters<Renderer["renderEmbed"]>[0];
type Product = Props["products"][number];

/** Products in a frame on another site, each with its prices. Every link leaves the frame. */
export function EmbeddedProducts({
  shopName,
  products,
}: Pick<Props, "products"> & { shopName: string }) {
  const { t } = useLingui();
  if (products.length === 0)
    return (
      <p className="embed-product">
        {t`This product isn’t available.`}{" "}
        <a href={paths.home} target="_top">
          {shopName}
        </a>
      </p>
    );
  return (
    <ul className="embed-products">
      {products.map((product) => (
        <li key={product.id} className="embed-product">
          <EmbeddedProduct product={product} />
        </li>
      ))}
    </ul>
  );
}

function EmbeddedProduct({ product }: { product: Product }) {
  const { t, i18n } = useLingui();
  const { slug, name, tagline, image, langs, prices } = product;
  return (
    <>
      <Cover slug={slug} image={image} className="embed-cover" />
      <SellerText as="h2" className="embed-name" lang={langs?.name}>
        <a href={paths.product(slug)} target="_top">
          {name}
        </a>
      </SellerText>
      {tagline && <SellerText lang={langs?.tagline}>{tagline}</SellerText>}
      <ul className="embed-prices">
        {prices.map((price) => (
          <li key={price.id}>
            <span>
              {describeRate(i18n, price)} <FreeTrial prices={[price]} className="embed-soft" />
            </span>
            <a
              href={`${paths.buyForm}?${new URLSearchParams({ price: price.id })}`}
              target="_top"
              className="embed-buy"
              aria-label={`${t`Buy`}: ${name}, ${describeRate(i18n, price)}`}
            >
              {t`Buy`}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
