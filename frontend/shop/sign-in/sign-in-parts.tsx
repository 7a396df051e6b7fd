import type { ReactNode } from "react";
import { describeSignInError } from "../../messages/sign-in.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Why the last sign-in failed. */
export function SignInErrorNotice({ code }: { code: string }) {
  const { title, nextStep } = describeSignInError(code);
  return (
    <Notice tone="error" title={title}>
      <p>{nextStep}</p>
    </Notice>
  );
}

/** What to do after a sign-in that failed. */
export function SignInErrorSteps({ code, returnPath }: { code: string; returnPath: string }) {
  return (
    <>
      <p>{describeSignInError(code).nextStep}</p>
      {code === "SignInNotFresh" ? (
        <ButtonLink kind="primary" href={returnPath}>
          Go back
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" href={paths.signIn(returnPath)}>
          Sign in again
        </ButtonLink>
      )}
      <ButtonLink kind="plain" href={paths.home}>
        Go to the shop
      </ButtonLink>
    </>
  );
}

/** What signing in means. @param props.children what it is for */
export function SignInReason({ shopName, children }: { shopName: string; children: ReactNode }) {
  return (
    <p>
      {children}Use an account you already have. {shopName} learns your name and email, and never a
      password.
    </p>
  );
}

/** For a user who is signed in already. */
export function AlreadySignedIn({ name, returnPath }: { name: string; returnPath: string }) {
  return (
    <>
      <p>You are signed in as {name}. Continue with this account, or sign in as somebody else.</p>
      <ButtonLink kind="primary" href={returnPath}>
        Continue with this account
      </ButtonLink>
    </>
  );
}
