import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { PlainPage } from "../../worker/render/plain-content.ts";
import { describeSignInError } from "../messages/sign-in.ts";
import { authPaths, paths } from "../paths.ts";
import { Cover } from "../shop/catalog/cover.tsx";
import { IntendedPurchase } from "../shop/sign-in/intended-purchase.tsx";
import { ProviderForms } from "../shop/sign-in/provider-forms.tsx";
import styles from "../shop/sign-in/sign-in.module.css";
import {
  AlreadySignedIn,
  describeSignIn,
  LinkSentText,
  SignedOut,
  SignInErrorNotice,
  SignInErrorSteps,
  SignInReason,
  SignOutText,
} from "../shop/sign-in/sign-in-parts.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { TextField } from "../ui/field/fields.tsx";
import type { ContentOf, View } from "./view.ts";

/** The signed-in user. */
type User = PlainPage["user"];

/** The ways to sign in. @param purchaseNote what follows, if something is bought */
export function showSignIn(
  i18n: I18n,
  content: ContentOf<"signIn">,
  { shopName, user, purchaseNote }: { shopName: string; user: User; purchaseNote: string },
): View {
  const { providers, returnPath, loginHint, errorCode, purchase, csrfToken } = content;
  return {
    title: describeSignIn(i18n, purchase),
    art: purchase ? (
      <Cover slug={purchase.product.slug} image={purchase.product.image} />
    ) : (
      <Cover slug={shopName} image={null} />
    ),
    body: (
      <>
        {purchase && <IntendedPurchase purchase={purchase} />}
        {errorCode && <SignInErrorNotice code={errorCode} />}
        {user === null ? (
          <SignInReason
            shopName={shopName}
            purchase={purchase}
            purchaseNote={purchaseNote}
            returnPath={returnPath}
          />
        ) : (
          <AlreadySignedIn name={user.name ?? user.email} returnPath={returnPath} />
        )}
        <div className={styles.providers}>
          <ProviderForms
            providers={providers}
            loginHint={loginHint}
            isSwitching={user !== null}
            fields={{ csrfToken, callbackUrl: returnPath }}
          />
        </div>
      </>
    ),
  };
}

/** Asks before signing out, so that opening a link cannot do it. */
export function showSignOut(i18n: I18n, { csrfToken }: ContentOf<"signOut">, user: User): View {
  const title = i18n._(msg({ message: `Sign out`, comment: "Verb" }));
  if (user === null) return { title, body: <SignedOut /> };
  return {
    title,
    body: (
      <>
        <SignOutText name={user.name ?? user.email} />
        <form method="post" action={authPaths.signOut}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value={paths.home} />
          <Button type="submit" kind="primary">
            <Trans comment="Verb">Sign out</Trans>
          </Button>
        </form>
      </>
    ),
  };
}

/** Why a sign-in failed. */
export function showSignInError(
  i18n: I18n,
  { errorCode, returnPath }: ContentOf<"signInError">,
): View {
  return {
    title: describeSignInError(i18n, errorCode).title,
    body: <SignInErrorSteps code={errorCode} returnPath={returnPath} />,
  };
}

/**
 * After a sign-in link was sent. What makes the link work is behind its `#`, which only a script can read, so the user
 * pastes the whole link.
 */
export function showVerifyRequest(i18n: I18n, { isRefused }: ContentOf<"verifyRequest">): View {
  return {
    title: i18n._(msg`Check your email`),
    body: (
      <>
        <LinkSentText email={null} />
        <p>
          {i18n._(
            msg`JavaScript is off in your browser, so the link can’t sign you in by itself. Copy the whole link from the email and paste it here.`,
          )}
        </p>
        <div className={styles.providers}>
          <form method="post" action={authPaths.emailCallback} className={styles.email} noValidate>
            <TextField
              label={i18n._(msg`Sign-in link`)}
              name="link"
              type="url"
              autoComplete="off"
              required
              error={
                isRefused
                  ? i18n._(msg`This isn’t the sign-in link from the email. Copy the whole link.`)
                  : undefined
              }
            />
            <Button type="submit" kind="primary">
              <Trans comment="Verb">Sign in</Trans>
            </Button>
          </form>
        </div>
        <ButtonLink kind="plain" href={paths.signIn()}>
          {i18n._(msg`Sign in another way`)}
        </ButtonLink>
      </>
    ),
  };
}
