import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { AccountPages } from "./account-pages.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { Section } from "./section.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { Identities } from "./identities.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { accountQuery } from "./queries.ts";
import { Sessions } from "./sessions.tsx";

/** `/account`: who one is here, how one signs in, and where one is signed in. */
export default function AccountPage() {
  return (
    <AccountPages title="Account">
      <Loaded query={useQuery(accountQuery)} skeleton={<AccountSkeleton />}>
        {({ user, identities, sessions }) => (
          <>
            <Section title="Profile" about="How the shop addresses you.">
              <ProfileForm user={user} />
            </Section>
            <Section title="Ways to sign in" about="Accounts elsewhere that open this one.">
              <Identities identities={identities} />
            </Section>
            <Sessions sessions={sessions} />
            <Section title="Sign out">
              <p>Only on this device. What you own stays yours.</p>
              <div>
                <ButtonLink href={paths.signOut}>Sign out</ButtonLink>
              </div>
            </Section>
          </>
        )}
      </Loaded>
    </AccountPages>
  );
}

function AccountSkeleton() {
  return ["Profile", "Ways to sign in", "Sessions"].map((title) => (
    <Section key={title} title={title}>
      <Skeleton width="22rem" height="2.75rem" />
      <SkeletonLines lines={2} />
    </Section>
  ));
}
