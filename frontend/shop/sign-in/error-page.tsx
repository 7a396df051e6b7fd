import { useSearchParams } from "wouter";
import { describeSignInError } from "../../messages/sign-in.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { loadReturnPath, sanitizeReturnPath } from "./return-path.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/** `/error`: why sign-in failed and what to do next. The error code is never shown. */
export default function ErrorPage() {
  const [search] = useSearchParams();
  const code = search.get("error") ?? "";
  const { title, nextStep } = describeSignInError(code);
  const returnPath = sanitizeReturnPath(loadReturnPath(), location.origin);
  return (
    <SignInLayout>
      <PageHeading>{title}</PageHeading>
      <p>{nextStep}</p>
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
    </SignInLayout>
  );
}
