import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

/** `/verify-request`: a sign-in link has been sent. */
export default function VerifyRequestPage() {
  return (
    <SignInFrame>
      <PageHeading>Check your email</PageHeading>
      <p>
        We sent you a link to sign in. It works once, for fifteen minutes. If it is not there in a
        minute, look into the folder for unwanted mail.
      </p>
      <ButtonLink href={paths.signIn()}>Sign in another way</ButtonLink>
    </SignInFrame>
  );
}
