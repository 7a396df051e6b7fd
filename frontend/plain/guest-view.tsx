import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PlainError } from "../../worker/render/plain-content.ts";
import { ApiError } from "../http/errors.ts";
import { explainError } from "../messages/errors.ts";
import { paths } from "../paths.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeGuestOutcome, isGuestPaid } from "../shop/checkout/guest-copy.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { TextField } from "../ui/field/fields.tsx";
import shapes from "../ui/shapes.module.css";
import { BackToProduct, ContinueToSite, GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** The page after a payment without signing in: it leads to the sign-in, after which the purchase is in the account. */
export function showGuestOutcome(
  i18n: I18n,
  { checkoutId, confirmation, isSignedIn, isSent, emailError }: ContentOf<"guestOutcome">,
): View {
  const query = new URLSearchParams({ checkout: checkoutId });
  const path = `/checkout/return?${query}`;
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
  const { product, resumeUrl, guest } = confirmation;
  const { email: to } = guest;
  const { title, text } = describeGuestOutcome(i18n, confirmation);
  return {
    title,
    art: <Cover slug={product.slug} image={product.image} />,
    body: (
      <>
        <p>{text}</p>
        {isGuestPaid(confirmation) ? (
          <>
            {isSent && to !== null && <p>{i18n._(msg`Sent to ${to}.`)}</p>}
            <ButtonLink kind="primary" href={paths.signIn(path)} external>
              {i18n._(msg`Sign in to get it`)}
            </ButtonLink>
            {to !== null && (
              <details open={emailError !== undefined}>
                <summary>{i18n._(msg`Wrong email address?`)}</summary>
                <form
                  method="post"
                  action={`/plain/checkout/email?${query}`}
                  className={shapes.stack}
                >
                  <TextField
                    label={i18n._(msg`Your email`)}
                    hint={i18n._(msg`We send a new link there. The earlier one stops working.`)}
                    type="email"
                    name="email"
                    defaultValue={emailError?.email}
                    error={emailError && explainEmailError(i18n, emailError.error)}
                    required
                    autoComplete="email"
                  />
                  <Button type="submit">{i18n._(msg`Send email`)}</Button>
                </form>
              </details>
            )}
          </>
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

/** What to do about an address that got no link. */
function explainEmailError(i18n: I18n, { code, status, retryAfterSeconds }: PlainError): string {
  if (code === "invalid_input") return i18n._(msg`Enter an email address like name@example.com.`);
  return explainError(i18n, new ApiError(status, { code }, retryAfterSeconds));
}
