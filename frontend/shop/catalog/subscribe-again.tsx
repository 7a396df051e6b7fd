import { useLingui } from "@lingui/react/macro";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** `priceId` is null if the price is no longer for sale, or if there are several. */
type Again = { slug: string; priceId: string | null; quantity: number };

const toHref = ({ slug, priceId, quantity }: Again) =>
  priceId === null ? paths.product(slug) : paths.buy(slug, { priceId, quantity });

/** Leads from a gift with an end to an own subscription: to the checkout, if there is one price, else to the prices. */
export function ContinueAfterGift({ again, name }: { again: Again; name: string }) {
  const { t } = useLingui();
  return (
    <ButtonLink label={t`Continue with your own subscription to ${name}`} href={toHref(again)}>
      {t`Continue with your own subscription`}
    </ButtonLink>
  );
}

/** Leads to the checkout with the price of before, or, if it is no longer for sale, to the product's prices. */
export function SubscribeAgain({ again, name }: { again: Again; name: string }) {
  const { t } = useLingui();
  const { priceId } = again;
  return (
    <ButtonLink
      label={priceId === null ? t`See current prices of ${name}` : t`Subscribe again to ${name}`}
      href={toHref(again)}
    >
      {priceId === null ? t`See current prices` : t`Subscribe again`}
    </ButtonLink>
  );
}
