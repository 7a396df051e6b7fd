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
  const { title, nextStep } = describeSignInError(search.get("error") ?? "");
  return (
    <SignInLayout>
      <PageHeading>{title}</PageHeading>
      <p>{nextStep}</p>
      <ButtonLink
        kind="primary"
        href={paths.signIn(sanitizeReturnPath(loadReturnPath(), location.origin))}
      >
        Sign in again
      </ButtonLink>
      <ButtonLink kind="plain" href={paths.home}>
        Go to the shop
      </ButtonLink>
    </SignInLayout>
  );
}
