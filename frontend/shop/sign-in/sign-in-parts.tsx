import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { describeSignInError } from "../../messages/sign-in.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Why the last sign-in failed. */
export function SignInErrorNotice({ code }: { code: string }) {
  const { i18n } = useLingui();
  const { title, nextStep } = describeSignInError(i18n, code);
  return (
    <Notice tone="error" title={title}>
      <p>{nextStep}</p>
    </Notice>
  );
}

/** What to do after a sign-in that failed. */
export function SignInErrorSteps({ code, returnPath }: { code: string; returnPath: string }) {
  const { i18n } = useLingui();
  return (
    <>
      <p>{describeSignInError(i18n, code).nextStep}</p>
      {code === "SignInNotFresh" ? (
        <ButtonLink kind="primary" href={returnPath}>
          <Trans>Go back</Trans>
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" href={paths.signIn(returnPath)}>
          <Trans>Sign in again</Trans>
        </ButtonLink>
      )}
      <ButtonLink kind="plain" href={paths.home}>
        <Trans>Go to the shop</Trans>
      </ButtonLink>
    </>
  );
}

/** What signing in means. @param props.children a sentence about what it is for */
export function SignInReason({ shopName, children }: { shopName: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      {children && <p>{children}</p>}
      <p>
        {t`Use an account you already have. ${shopName} receives your name and email address, but never your password.`}
      </p>
    </>
  );
}

/** For a user who is signed in already. @param props.name null if the user has neither a name nor an email */
export function AlreadySignedIn({ name, returnPath }: { name: string | null; returnPath: string }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        {name === null ? (
          <Trans>You’re already signed in. Continue with this account, or use another one.</Trans>
        ) : (
          t`You’re signed in as ${name}. Continue with this account, or use another one.`
        )}
      </p>
      <ButtonLink kind="primary" href={returnPath}>
        <Trans>Continue with this account</Trans>
      </ButtonLink>
    </>
  );
}
