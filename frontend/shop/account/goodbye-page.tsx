import { Redirect } from "wouter";
import { useUser } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SignInLayout } from "../sign-in/sign-in-layout.tsx";

/** `/goodbye`: shown after the account is deleted. Redirects signed-in users to their account. */
export default function GoodbyePage() {
  if (useUser()) return <Redirect to={paths.account} replace />;
  return (
    <SignInLayout>
      <PageHeading>Goodbye, and thank you.</PageHeading>
      <p>
        Your account is deleted. Your subscriptions have ended, and nothing more is charged. What
        the shop must keep of your orders no longer names you.
      </p>
      <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
    </SignInLayout>
  );
}
