import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { openEmailLink, readEmailLink, type EmailLink } from "./auth-api.ts";
import { SignInFrame } from "./sign-in-layout.tsx";

/**
 * `/verify-request`: a sign-in link has been sent; or it was followed, and asks for a press, since scanners that open
 * links in mail must not use it up.
 */
export default function VerifyRequestPage() {
  const [link] = useState(() => readEmailLink(location.hash));
  return <SignInFrame>{link ? <Opened link={link} /> : <Sent />}</SignInFrame>;
}

function Sent() {
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

function Opened({ link }: { link: EmailLink }) {
  const open = useMutation({ mutationFn: openEmailLink });
  const leaving = open.isPending || open.isSuccess;
  return (
    <>
      <PageHeading>One more press</PageHeading>
      <p>This signs you in as {link.email}, here in this browser.</p>
      {open.isError && <ErrorNotice error={open.error} />}
      <Button kind="primary" busy={leaving} onClick={() => open.mutate(link)}>
        {leaving ? "Signing in…" : "Sign in"}
      </Button>
    </>
  );
}
