import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect } from "react";
import { useLocation, useSearchParams } from "wouter";
import { isGivable } from "../../../worker/shared/is-givable.ts";
import type { Price } from "../../http/shop.ts";
import { useUser } from "../../http/session.ts";
import { giftParam, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { usePayFirst } from "./use-pay-first.ts";
import styles from "./buy-panel.module.css";

// The Worker draws no dialogs.
const GiftDialog = import.meta.env.SSR
  ? () => null
  : lazy(async () => ({ default: (await import("./gift-dialog.tsx")).GiftDialog }));

/**
 * Buys a product for somebody else, in a dialog that the URL opens: the link also works before the page's script has run,
 * and on the way back from signing in. Nothing if none of the prices can be given.
 * @param props.prices the first that can be given is offered
 */
export function BuyAsGift({
  slug,
  prices,
  quantity,
}: {
  slug: string;
  prices: Price[];
  quantity?: number | undefined;
}) {
  const { t } = useLingui();
  const user = useUser();
  const [pathname, navigate] = useLocation();
  const [search] = useSearchParams();
  const price = prices.find(isGivable);
  const canPayFirst = usePayFirst(price);
  const isOpen = search.has(giftParam) && price !== undefined;
  useEffect(() => {
    if (isOpen && user === null && !canPayFirst)
      navigate(paths.signIn(paths.giveProduct(slug)), { replace: true });
  }, [isOpen, user, canPayFirst, slug, navigate]);
  if (!price) return null;
  return (
    <div className={styles.withScript}>
      <ButtonLink kind="plain" href={paths.giveProduct(slug)}>
        {t`Buy as a gift`}
      </ButtonLink>
      {isOpen && (user || (user === null && canPayFirst)) && (
        <Suspense>
          <GiftDialog
            price={price}
            quantity={quantity}
            giverName={user?.name ?? ""}
            onClose={() => navigate(pathname, { replace: true })}
          />
        </Suspense>
      )}
    </div>
  );
}
