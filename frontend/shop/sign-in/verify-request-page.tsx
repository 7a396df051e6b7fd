import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import shapes from "../../ui/shapes.module.css";
import { parseEmailLink, redeemEmailLink, sendLinkAgain, type EmailLink } from "./auth-api.ts";
import { sanitizeReturnPath } from "./return-path.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { LinkSentText } from "./sign-in-parts.tsx";

/**
 * `/verify-request`: shown after a sign-in link was sent. If opened from the link, asks for a click, so that email
 * scanners that open links don't use it up.
 */
export default function VerifyRequestPage() {
  const [link] = useState(() => parseEmailLink(location.hash));
  return (
    <SignInLayout>
      {link && "token" in link ? <ConfirmSignIn link={link} /> : <LinkSent sent={link} />}
    </SignInLayout>
  );
}

/** @param props.sent null if it is not known where the link was sent to */
function LinkSent({ sent }: { sent: Omit<EmailLink, "token"> | null }) {
  const { t } = useLingui();
  const email = sent?.email ?? null;
  const returnPath = sanitizeReturnPath(sent?.callbackUrl ?? null, location.origin);
  return (
    <>
      <PageHeading>{t`Check your email`}</PageHeading>
      <LinkSentText email={email} />
      {email === null ? (
        <ButtonLink href={paths.signIn(returnPath)}>{t`Sign in another way`}</ButtonLink>
      ) : (
        <SendAgain email={email} returnPath={returnPath} />
      )}
    </>
  );
}

/** Sends the link once more, or leads back to the form, where another address can be entered. */
function SendAgain(input: { email: string; returnPath: string }) {
  const { t } = useLingui();
  const send = useMutation({ mutationFn: sendLinkAgain });
  return (
    <>
      {send.isError && <ErrorNotice error={send.error} />}
      <div className={shapes.buttons}>
        <Button busy={send.isPending} onClick={() => send.mutate(input)}>
          {t`Send again`}
        </Button>
        <ButtonLink href={paths.signIn(input.returnPath)}>{t`Use another address`}</ButtonLink>
      </div>
      <output>{send.isSuccess && t`Sent again.`}</output>
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
