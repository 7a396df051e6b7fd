import { useMutation, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { signOut } from "./auth-api.ts";
import { SignInFrame } from "./sign-in-layout.tsx";

/** `/signout`: it asks, since a link alone must not sign anybody out. */
export default function SignOutPage() {
  return (
    <SignInFrame>
      <PageHeading>Sign out</PageHeading>
      <Loaded query={useQuery(meQuery)} skeleton={<SkeletonLines lines={2} />}>
        {({ user }) => (user ? <Ask name={user.name ?? user.email ?? "somebody"} /> : <Done />)}
      </Loaded>
    </SignInFrame>
  );
}

function Ask({ name }: { name: string }) {
  const leave = useMutation({ mutationFn: signOut });
  const leaving = leave.isPending || leave.isSuccess;
  return (
    <>
      <p>You are signed in as {name}. What you own stays yours and waits for you.</p>
      {leave.isError && <ErrorNotice error={leave.error} />}
      <Button kind="primary" busy={leaving} onClick={() => leave.mutate()}>
        {leaving ? "Signing out…" : "Sign out"}
      </Button>
    </>
  );
}

function Done() {
  return (
    <>
      <p>You are signed out on this device.</p>
      <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
    </>
  );
}
