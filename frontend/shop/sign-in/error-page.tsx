import { useSearchParams } from "wouter";
import { describeSignInError } from "../../messages/sign-in.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { recallReturnPath, safeReturnPath } from "./return-path.ts";
import { SignInFrame } from "./sign-in-layout.tsx";

/** `/error`: why signing in ended here, and what to do next. The code itself is never shown. */
export default function ErrorPage() {
  const [search] = useSearchParams();
  const { title, next } = describeSignInError(search.get("error") ?? "");
  return (
    <SignInFrame>
      <PageHeading>{title}</PageHeading>
      <p>{next}</p>
      <ButtonLink
        kind="primary"
        href={paths.signIn(safeReturnPath(recallReturnPath(), location.origin))}
      >
        Sign in again
      </ButtonLink>
      <ButtonLink kind="plain" href={paths.home}>
        Go to the shop
      </ButtonLink>
    </SignInFrame>
  );
}
