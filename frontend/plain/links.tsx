import { Trans, useLingui } from "@lingui/react/macro";
import type { IntendedProduct } from "../../worker/checkout/priced-product.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";

type Kind = "primary" | "secondary" | "plain";

/** Leads to another site, and names its host. */
export function ContinueToSite({ url }: { url: string }) {
  const { host } = new URL(url);
  return (
    <ButtonLink kind="primary" href={url} external>
      <Trans comment="{host}: the other site, such as example.com">Continue to {host}</Trans>
    </ButtonLink>
  );
}

export function BackToProduct({
  product: { slug, name },
  kind = "secondary",
}: {
  product: Pick<IntendedProduct, "slug" | "name">;
  kind?: Kind;
}) {
  return (
    <ButtonLink kind={kind} href={paths.product(slug)}>
      <Trans comment="{name}: a product">Back to {name}</Trans>
    </ButtonLink>
  );
}

export function GoToShop({ kind = "plain" }: { kind?: Kind }) {
  const { t } = useLingui();
  return (
    <ButtonLink kind={kind} href={paths.home}>
      {t`Go to the shop`}
    </ButtonLink>
  );
}

export function GoToLibrary({ kind = "secondary" }: { kind?: Kind }) {
  const { t } = useLingui();
  return (
    <ButtonLink kind={kind} href={paths.library}>
      {t`Go to your library`}
    </ButtonLink>
  );
}
