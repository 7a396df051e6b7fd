import { useLingui } from "@lingui/react/macro";
import { useSearchParams } from "wouter";
import { checkoutLinkQuery } from "../../http/checkout-links.ts";
import { useSessionEnded, useUser } from "../../http/session.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { shopQuery, useShopName } from "../../http/shop.ts";
import { useQuery } from "../../http/use-query.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Notice } from "../../ui/notice.tsx";
import { parseSeats } from "../catalog/seats-field.tsx";
import { IntendedPurchase, type Purchase } from "./intended-purchase.tsx";
import { ProviderChoices } from "./provider-choices.tsx";
import { sanitizeReturnPath } from "./return-path.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import {
  AlreadySignedIn,
  describeSignIn,
  SignInErrorNotice,
  SignInReason,
} from "./sign-in-parts.tsx";

/** `/signin`: the sign-in options. Shows the error of the last attempt and keeps the return path. */
export default function SignInPage() {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const code = search.get("error");
  const returnPath = sanitizeReturnPath(search.get("callbackUrl"), location.origin);
  const shopName = useShopName() ?? t`The shop`;
  const user = useUser();
  const purchase = useIntendedPurchase(returnPath);
  return (
    <SignInLayout product={purchase?.product}>
      <PageHeading>{describeSignIn(i18n, purchase)}</PageHeading>
      {purchase && <IntendedPurchase purchase={purchase} />}
      <SignInNotice code={code} />
      {user ? (
        <AlreadySignedIn name={user.name ?? user.email} returnPath={returnPath} />
      ) : (
        <SignInReason
          shopName={shopName}
          purchase={purchase}
          purchaseNote={t`You enter your payment details on the next page.`}
          returnPath={returnPath}
        />
      )}
      <ProviderChoices
        returnPath={returnPath}
        loginHint={search.get("login_hint")}
        isSwitching={Boolean(user)}
      />
    </SignInLayout>
  );
}

/**
 * Returns what the user wants to buy, if that is why they sign in. The price comes from the shop, and for a checkout
 * link from the link: a crafted URL cannot show another one than will be paid.
 */
function useIntendedPurchase(returnPath: string): Purchase | null {
  const { pathname, searchParams } = new URL(returnPath, location.origin);
  const linkId = /^\/checkout\/(?!return$)([^/]+)$/.exec(pathname)?.[1];
  const drawn = useQuery<Purchase | null>({
    queryKey: queryKeys.intendedPurchase(returnPath),
    enabled: false,
  }).data;
  const isUnknown = drawn === undefined;
  const isLink = linkId !== undefined;
  const link = useQuery({ ...checkoutLinkQuery(linkId ?? ""), enabled: isLink && isUnknown });
  const mayBuy = isLink || searchParams.has("buy");
  const shop = useQuery({ ...shopQuery, retryOnMount: false, enabled: mayBuy && isUnknown });
  if (!isUnknown) return drawn;
  const wanted =
    linkId === undefined
      ? { priceId: searchParams.get("buy"), quantity: parseSeats(searchParams.get("seats") ?? "") }
      : link.data?.state === "open"
        ? link.data
        : null;
  for (const product of shop.data?.products ?? []) {
    if (linkId === undefined && pathname !== paths.product(product.slug)) continue;
    const price = product.prices.find(({ id }) => id === wanted?.priceId);
    if (price) return { product, price, quantity: wanted?.quantity ?? 1 };
  }
  return null;
}

function SignInNotice({ code }: { code: string | null }) {
  const { t } = useLingui();
  const sessionEnded = useSessionEnded();
  if (code) return <SignInErrorNotice code={code} />;
  if (!sessionEnded) return null;
  return (
    <Notice
      tone="info"
      title={t`Your session has ended.`}
      text={t`Sign in to return to where you were.`}
    />
  );
}
