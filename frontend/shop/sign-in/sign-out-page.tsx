import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../http/session.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { signOut } from "./auth-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { SignedOut, SignOutText } from "./sign-in-parts.tsx";

/** `/signout`: asks for confirmation, so that opening a link cannot sign the user out. */
export default function SignOutPage() {
  const { t } = useLingui();
  return (
    <SignInLayout>
      <PageHeading>{t`Sign out`}</PageHeading>
      <QueryBoundary query={useQuery(meQuery)} lines={2}>
        {({ user }) => (user ? <ConfirmSignOut name={user.name ?? user.email} /> : <SignedOut />)}
      </QueryBoundary>
    </SignInLayout>
  );
}

function ConfirmSignOut({ name }: { name: string | null }) {
  const { t } = useLingui();
  const signOutMutation = useMutation({ mutationFn: signOut });
  const isLeaving = signOutMutation.isPending || signOutMutation.isSuccess;
  return (
    <>
      <SignOutText name={name} />
      {signOutMutation.isError && <ErrorNotice error={signOutMutation.error} />}
      <Button kind="primary" busy={isLeaving} onClick={() => signOutMutation.mutate()}>
        {isLeaving ? t`Signing out…` : t`Sign out`}
      </Button>
    </>
  );
}
