import { useLingui } from "@lingui/react/macro";
import { Redirect } from "wouter";
import { useUser } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SignInLayout } from "../sign-in/sign-in-layout.tsx";

/** `/goodbye`: shown after the account is deleted. Redirects signed-in users to their account. */
export default function GoodbyePage() {
  const { t } = useLingui();
  if (useUser()) return <Redirect to={paths.account} replace />;
  return (
    <SignInLayout>
      <PageHeading>{t`Your account has been deleted.`}</PageHeading>
      <p>{t`Your subscriptions have ended and you won’t be charged again. The orders that the shop must keep by law no longer include your name.`}</p>
      <ButtonLink href={paths.home}>{t`Go to the shop`}</ButtonLink>
    </SignInLayout>
  );
}
