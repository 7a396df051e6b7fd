import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { describeSignInError } from "../../messages/sign-in.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Purchase } from "./intended-purchase.tsx";
import styles from "./sign-in.module.css";

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

/** The heading of the sign-in page: what the user signs in for. */
export function describeSignIn(i18n: I18n, purchase: Purchase | null): string {
  if (purchase === null) return i18n._(msg({ message: `Sign in`, comment: "Verb" }));
  return isFree(purchase) ? i18n._(msg`Sign in to get it for free`) : i18n._(msg`Sign in to buy`);
}

const isFree = ({ price }: Purchase) =>
  price.amountMinor === 0 && price.model !== "pay_what_you_want";

/**
 * What signing in means.
 * @param props.purchaseNote what follows, if something that costs money is bought
 * @param props.returnPath where the user came from
 */
export function SignInReason({
  shopName,
  purchase,
  purchaseNote,
  returnPath,
}: {
  shopName: string;
  purchase: Purchase | null;
  purchaseNote: string;
  returnPath: string;
}) {
  const { t } = useLingui();
  return (
    <>
      {purchase && !isFree(purchase) && <p>{purchaseNote}</p>}
      {isClaim(returnPath) && <p>{t`After you sign in, the gift is in your library.`}</p>}
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

/** Whether the user signs in to accept a gift. */
const isClaim = (returnPath: string) => /^\/claim(?![^/?#])/.test(returnPath);

/** What happens after a sign-in link was sent. @param props.email null if the address is not known */
export function LinkSentText({ email }: { email: string | null }) {
  if (email !== null)
    return (
      <p>
        <Trans>
          We sent a sign-in link to <strong className={styles.address}>{email}</strong>. It works
          once and expires in 15 minutes. If it doesn’t arrive within a minute, check your spam
          folder.
        </Trans>
      </p>
    );
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
