import { useLingui } from "@lingui/react/macro";
import { useSearchParams } from "wouter";
import { describeSignInError } from "../../messages/sign-in.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { readReturnPath, sanitizeReturnPath } from "./return-path.ts";
import { SignInErrorSteps } from "./sign-in-parts.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** `/error`: why sign-in failed and what to do next. The error code is never shown. */
export default function ErrorPage() {
  const { i18n } = useLingui();
  const [search] = useSearchParams();
  const code = search.get("error") ?? "";
  const returnPath = sanitizeReturnPath(readReturnPath(), location.origin);
  return (
    <SignInLayout>
      <PageHeading>{describeSignInError(i18n, code).title}</PageHeading>
      <SignInErrorSteps code={code} returnPath={returnPath} />
    </SignInLayout>
  );
}
