import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { redeemEmailLink, parseEmailLink, type EmailLink } from "./auth-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { LinkSentText } from "./sign-in-parts.tsx";

/**
 * `/verify-request`: shown after a sign-in link was sent. If opened from the link, asks for a click, so that email
 * scanners that open links don't use it up.
 */
export default function VerifyRequestPage() {
  const [link] = useState(() => parseEmailLink(location.hash));
  return <SignInLayout>{link ? <ConfirmSignIn link={link} /> : <LinkSent />}</SignInLayout>;
}

function LinkSent() {
  const { t } = useLingui();
  return (
    <>
      <PageHeading>{t`Check your email`}</PageHeading>
      <LinkSentText />
      <ButtonLink href={paths.signIn()}>{t`Sign in another way`}</ButtonLink>
    </>
  );
}

function ConfirmSignIn({ link }: { link: EmailLink }) {
  const { t } = useLingui();
  const { email } = link;
  const signIn = useMutation({ mutationFn: redeemEmailLink });
  const isLeaving = signIn.isPending || signIn.isSuccess;
  return (
    <>
      <PageHeading>{t`Confirm sign-in`}</PageHeading>
      <p>{t`You’ll be signed in as ${email} in this browser.`}</p>
      {signIn.isError && <ErrorNotice error={signIn.error} />}
      <Button kind="primary" busy={isLeaving} onClick={() => signIn.mutate(link)}>
        {isLeaving ? t`Signing in…` : t`Sign in`}
      </Button>
    </>
  );
}
