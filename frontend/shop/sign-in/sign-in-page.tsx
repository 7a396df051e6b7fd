import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { useSessionEnded, useUser } from "../../http/session.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Notice } from "../../ui/notice.tsx";
import { shopQuery, useShopName } from "../../http/shop.ts";
import { describeRate } from "../catalog/price-copy.ts";
import { Providers } from "./providers.tsx";
import { sanitizeReturnPath } from "./return-path.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { AlreadySignedIn, SignInErrorNotice, SignInReason } from "./sign-in-parts.tsx";

/** `/signin`: the sign-in options. Shows the error of the last attempt and keeps the return path. */
export default function SignInPage() {
  const [search] = useSearchParams();
  const code = search.get("error");
  const returnPath = sanitizeReturnPath(search.get("callbackUrl"), location.origin);
  const shopName = useShopName() ?? "The shop";
  const user = useUser();
  const { product, price } = useIntendedPurchase(returnPath);
  return (
    <SignInLayout product={product}>
      <PageHeading>Sign in</PageHeading>
      <SignInNotice code={code} />
      {user ? (
        <AlreadySignedIn name={user.name ?? user.email ?? "somebody"} returnPath={returnPath} />
      ) : (
        <SignInReason shopName={shopName}>
          {product &&
            price &&
            `The checkout for ${product.name} (${describeRate(price)}) opens right after. `}
        </SignInReason>
      )}
      <Providers
        returnPath={returnPath}
        loginHint={search.get("login_hint")}
        isSwitching={Boolean(user)}
      />
    </SignInLayout>
  );
}

/** Returns the product and the price that the user wants to buy, if that is why they sign in. */
function useIntendedPurchase(returnPath: string) {
  const { data } = useQuery({ ...shopQuery, retryOnMount: false });
  const priceId = new URL(returnPath, location.origin).searchParams.get("buy");
  for (const product of data?.products ?? []) {
    const price = product.prices.find(({ id }) => id === priceId);
    if (price) return { product, price };
  }
  return {};
}

function SignInNotice({ code }: { code: string | null }) {
  const sessionEnded = useSessionEnded();
  if (code) return <SignInErrorNotice code={code} />;
  if (!sessionEnded) return null;
  return (
    <Notice tone="info" title="Your session has ended.">
      <p>Sign in and you will be back where you were.</p>
    </Notice>
  );
}
