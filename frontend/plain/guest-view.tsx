import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paths } from "../paths.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeGuestOutcome, isGuestPaid } from "../shop/checkout/guest-copy.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { BackToProduct, ContinueToSite, GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** The page after a payment without signing in: it leads to the sign-in, after which the purchase is in the account. */
export function showGuestOutcome(
  i18n: I18n,
  { checkoutId, confirmation, isSignedIn }: ContentOf<"guestOutcome">,
): View {
  const path = `/checkout/return?${new URLSearchParams({ checkout: checkoutId })}`;
  if (isSignedIn || !confirmation) {
    return {
      title: i18n._(msg`Add your purchase to your account`),
      body: (
        <>
          <p>{i18n._(msg`You paid in this browser before you signed in.`)}</p>
          <form method="post" action={`/plain${path}`}>
            <Button type="submit" kind="primary">
              {i18n._(msg`Add to my account`)}
            </Button>
          </form>
          <GoToShop />
        </>
      ),
    };
  }
  const { product, resumeUrl } = confirmation;
  const { title, text } = describeGuestOutcome(i18n, confirmation);
  return {
    title,
    art: <Cover slug={product.slug} image={product.image} />,
    body: (
      <>
        <p>{text}</p>
        {isGuestPaid(confirmation) ? (
          <ButtonLink kind="primary" href={paths.signIn(path)} external>
            {i18n._(msg`Sign in to get it`)}
          </ButtonLink>
        ) : (
          <>
            {resumeUrl !== null && <ContinueToSite url={resumeUrl} />}
            <BackToProduct product={product} />
          </>
        )}
      </>
    ),
  };
}
