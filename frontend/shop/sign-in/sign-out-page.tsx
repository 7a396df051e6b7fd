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
  return (
    <SignInLayout>
      <PageHeading>Sign out</PageHeading>
      <QueryBoundary query={useQuery(meQuery)} skeleton={<SkeletonLines lines={2} />}>
        {({ user }) =>
          user ? <ConfirmSignOut name={user.name ?? user.email ?? "somebody"} /> : <SignedOut />
        }
      </QueryBoundary>
    </SignInLayout>
  );
}

function ConfirmSignOut({ name }: { name: string }) {
  const signOutMutation = useMutation({ mutationFn: signOut });
  const isLeaving = signOutMutation.isPending || signOutMutation.isSuccess;
  return (
    <>
      <p>You are signed in as {name}. What you own stays yours and waits for you.</p>
      {signOutMutation.isError && <ErrorNotice error={signOutMutation.error} />}
      <Button kind="primary" busy={isLeaving} onClick={() => signOutMutation.mutate()}>
        {isLeaving ? "Signing out…" : "Sign out"}
      </Button>
    </>
  );
}

function SignedOut() {
  return (
    <>
      <p>You are signed out on this device.</p>
      <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
    </>
  );
}
