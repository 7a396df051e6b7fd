import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { useSessionEnded, useUser } from "../../http/session.ts";
import { describeSignInError } from "../../messages/sign-in.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { shopQuery, useShopName } from "../../http/shop.ts";
import { Providers } from "./providers.tsx";
import { safeReturnPath } from "./return-path.ts";
import { SignInFrame } from "./sign-in-layout.tsx";

/** `/signin`: the ways in. What went wrong the last time is said in place, and the way back is kept. */
export default function SignInPage() {
  const [search] = useSearchParams();
  const code = search.get("error");
  const returnPath = safeReturnPath(search.get("callbackUrl"), location.origin);
  const shopName = useShopName() ?? "The shop";
  const user = useUser();
  const wanted = useWanted(returnPath);
  return (
    <SignInFrame product={wanted}>
      <PageHeading>Sign in</PageHeading>
      <Reason code={code} />
      {user ? (
        <Already name={user.name ?? user.email ?? "somebody"} returnPath={returnPath} />
      ) : (
        <p>
          {wanted && `The checkout for ${wanted.name} opens right after. `}
          Use an account you already have. {shopName} learns your name and email, and never a
          password.
        </p>
      )}
      <Providers
        returnPath={returnPath}
        loginHint={search.get("login_hint")}
        first={user ? "secondary" : "primary"}
      />
    </SignInFrame>
  );
}

/** What somebody is about to buy, if that is why they are here. */
function useWanted(returnPath: string) {
  const { data } = useQuery({ ...shopQuery, retryOnMount: false });
  const priceId = new URL(returnPath, location.origin).searchParams.get("buy");
  return data?.products.find(({ prices }) => prices.some(({ id }) => id === priceId));
}

function Reason({ code }: { code: string | null }) {
  const ended = useSessionEnded();
  if (code) {
    const { title, next } = describeSignInError(code);
    return (
      <Notice tone="error" title={title}>
        <p>{next}</p>
      </Notice>
    );
  }
  if (!ended) return null;
  return (
    <Notice tone="info" title="Your session has ended.">
      <p>Sign in and you will be back where you were.</p>
    </Notice>
  );
}

function Already({ name, returnPath }: { name: string; returnPath: string }) {
  return (
    <>
      <p>You are signed in as {name}. Continue, or sign in as somebody else.</p>
      <ButtonLink kind="primary" href={returnPath}>
        Continue
      </ButtonLink>
    </>
  );
}
