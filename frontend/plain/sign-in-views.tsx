import { describeSignInError } from "../messages/sign-in.ts";
import { authPaths, paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { TextField } from "../ui/field/text-field.tsx";
import { Cover } from "../shop/catalog/cover.tsx";
import { describeRate } from "../shop/catalog/price-copy.ts";
import { ProviderForms } from "../shop/sign-in/provider-forms.tsx";
import providerStyles from "../shop/sign-in/providers.module.css";
import {
  AlreadySignedIn,
  SignInErrorNotice,
  SignInErrorSteps,
  SignInReason,
} from "../shop/sign-in/sign-in-parts.tsx";
import type { ContentOf, View } from "./view.ts";

/** The ways to sign in. @param userName of whoever is signed in already */
export function showSignIn(
  content: ContentOf<"signIn">,
  { shopName, userName }: { shopName: string; userName: string | null },
): View {
  const { providers, returnPath, loginHint, errorCode, purchase, csrfToken } = content;
  return {
    title: "Sign in",
    art: purchase ? (
      <Cover slug={purchase.product.slug} image={purchase.product.image} />
    ) : (
      <Cover slug={shopName} image={null} />
    ),
    body: (
      <>
        {errorCode && <SignInErrorNotice code={errorCode} />}
        {userName === null ? (
          <SignInReason shopName={shopName}>
            {purchase &&
              `You confirm the purchase of ${purchase.product.name} (${describeRate(purchase.price)}) right after. `}
          </SignInReason>
        ) : (
          <AlreadySignedIn name={userName} returnPath={returnPath} />
        )}
        <div className={providerStyles.providers}>
          <ProviderForms
            providers={providers}
            loginHint={loginHint}
            isSwitching={userName !== null}
            fields={{ csrfToken, callbackUrl: returnPath }}
          />
        </div>
      </>
    ),
  };
}

/** Asks before signing out, so that opening a link cannot do it. */
export function showSignOut({ csrfToken }: ContentOf<"signOut">, userName: string | null): View {
  if (userName === null)
    return {
      title: "Sign out",
      body: (
        <>
          <p>You are signed out on this device.</p>
          <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
        </>
      ),
    };
  return {
    title: "Sign out",
    body: (
      <>
        <p>You are signed in as {userName}. What you own stays yours and waits for you.</p>
        <form method="post" action={authPaths.signOut}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value={paths.home} />
          <Button type="submit" kind="primary">
            Sign out
          </Button>
        </form>
      </>
    ),
  };
}

/** Why a sign-in failed. */
export function showSignInError({ errorCode, returnPath }: ContentOf<"signInError">): View {
  return {
    title: describeSignInError(errorCode).title,
    body: <SignInErrorSteps code={errorCode} returnPath={returnPath} />,
  };
}

/**
 * After a sign-in link was sent. What makes the link work is behind its `#`, which only a script can read, so the user
 * pastes the whole link.
 */
export function showVerifyRequest({ isRefused }: ContentOf<"verifyRequest">): View {
  return {
    title: "Check your email",
    body: (
      <>
        <p>
          We sent you a link to sign in. It works once, for fifteen minutes. If it is not there in a
          minute, look in your spam folder.
        </p>
        <p>
          Your browser runs no JavaScript, so opening the link is not enough: copy the whole link
          from the email, paste it here and sign in.
        </p>
        <div className={providerStyles.providers}>
          <form method="post" action={authPaths.emailCallback} className={providerStyles.email}>
            <TextField
              label="Link from the email"
              name="link"
              type="url"
              autoComplete="off"
              required
              error={
                isRefused
                  ? "This is not the link from the email. Copy all of it, up to the end."
                  : undefined
              }
            />
            <Button type="submit" kind="primary">
              Sign in
            </Button>
          </form>
        </div>
        <ButtonLink kind="plain" href={paths.signIn()}>
          Sign in another way
        </ButtonLink>
      </>
    ),
  };
}
