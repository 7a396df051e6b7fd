import { useLingui } from "@lingui/react/macro";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** Leads to the checkout with the price of before, or, if it is no longer for sale, to the product's prices. */
export function SubscribeAgain({
  again: { slug, priceId, quantity },
  name,
}: {
  /** `priceId` is null if the price is no longer for sale. */
  again: { slug: string; priceId: string | null; quantity: number };
  name: string;
}) {
  const { t } = useLingui();
  return (
    <ButtonLink
      label={priceId === null ? t`See current prices of ${name}` : t`Subscribe again to ${name}`}
      href={priceId === null ? paths.product(slug) : paths.buy(slug, { priceId, quantity })}
    >
      {priceId === null ? t`See current prices` : t`Subscribe again`}
    </ButtonLink>
  );
}
