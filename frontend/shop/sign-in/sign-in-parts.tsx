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
  return <Notice tone="error" title={title} text={nextStep} />;
}

/** What to do after a sign-in that failed. */
export function SignInErrorSteps({ code, returnPath }: { code: string; returnPath: string }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <p>{describeSignInError(i18n, code).nextStep}</p>
      {code === "SignInNotFresh" ? (
        <ButtonLink kind="primary" href={returnPath}>
          {t`Go back`}
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" href={paths.signIn(returnPath)}>
          {t`Sign in again`}
        </ButtonLink>
      )}
      <ButtonLink kind="plain" href={paths.home}>
        {t`Go to the shop`}
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
        {name === null
          ? t`You’re already signed in. Continue with this account, or use another one.`
          : t`You’re signed in as ${name}. Continue with this account, or use another one.`}
      </p>
      <ButtonLink kind="primary" href={returnPath}>
        {t`Continue with this account`}
      </ButtonLink>
    </>
  );
}

/** What happens after a sign-in link was sent. */
export function LinkSentText() {
  return (
    <p>
      <Trans>
        We sent you a sign-in link. It works once and expires in 15 minutes. If it doesn’t arrive
        within a minute, check your spam folder.
      </Trans>
    </p>
  );
}

/** What signing out leaves. @param props.name null if the user has neither a name nor an email */
export function SignOutText({ name }: { name: string | null }) {
  const { t } = useLingui();
  return (
    <p>
      {name === null
        ? t`Your purchases stay in your library.`
        : t`You’re signed in as ${name}. Your purchases stay in your library.`}
    </p>
  );
}

/** Says that the user is signed out. */
export function SignedOut() {
  const { t } = useLingui();
  return (
    <>
      <p>{t`You’re signed out on this device.`}</p>
      <ButtonLink href={paths.home}>{t`Go to the shop`}</ButtonLink>
    </>
  );
}
