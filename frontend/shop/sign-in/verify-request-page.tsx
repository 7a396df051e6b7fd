import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { redeemEmailLink, parseEmailLink, type EmailLink } from "./auth-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/**
 * `/verify-request`: shown after a sign-in link was sent. If opened from the link, asks for a click, so that email
 * scanners that open links don't use it up.
 */
export default function VerifyRequestPage() {
  const [link] = useState(() => parseEmailLink(location.hash));
  return <SignInLayout>{link ? <ConfirmSignIn link={link} /> : <LinkSent />}</SignInLayout>;
}

function LinkSent() {
  return (
    <>
      <PageHeading>Check your email</PageHeading>
      <p>
        We sent you a link to sign in. It works once, for fifteen minutes. If it is not there in a
        minute, look into the folder for unwanted mail.
      </p>
      <ButtonLink href={paths.signIn()}>Sign in another way</ButtonLink>
    </>
  );
}

function ConfirmSignIn({ link }: { link: EmailLink }) {
  const signIn = useMutation({ mutationFn: redeemEmailLink });
  const isLeaving = signIn.isPending || signIn.isSuccess;
  return (
    <>
      <PageHeading>One more press</PageHeading>
      <p>This signs you in as {link.email}, here in this browser.</p>
      {signIn.isError && <ErrorNotice error={signIn.error} />}
      <Button kind="primary" busy={isLeaving} onClick={() => signIn.mutate(link)}>
        {isLeaving ? "Signing in…" : "Sign in"}
      </Button>
    </>
  );
}
