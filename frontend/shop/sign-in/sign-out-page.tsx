import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { signOut } from "./auth-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/** `/signout`: asks for confirmation, so that opening a link cannot sign the user out. */
export default function SignOutPage() {
  const { t } = useLingui();
  return (
    <SignInLayout>
      <PageHeading>{t`Sign out`}</PageHeading>
      <QueryBoundary query={useQuery(meQuery)} skeleton={<SkeletonLines lines={2} />}>
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
      <p>
        {name === null ? (
          <Trans>Your purchases stay in your library.</Trans>
        ) : (
          t`You’re signed in as ${name}. Your purchases stay in your library.`
        )}
      </p>
      {signOutMutation.isError && <ErrorNotice error={signOutMutation.error} />}
      <Button kind="primary" busy={isLeaving} onClick={() => signOutMutation.mutate()}>
        {isLeaving ? t`Signing out…` : t`Sign out`}
      </Button>
    </>
  );
}

function SignedOut() {
  return (
    <>
      <p>
        <Trans>You’re signed out on this device.</Trans>
      </p>
      <ButtonLink href={paths.home}>
        <Trans>Go to the shop</Trans>
      </ButtonLink>
    </>
  );
}
