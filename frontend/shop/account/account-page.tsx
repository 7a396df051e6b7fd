import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { AccountLayout } from "./account-layout.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Section } from "./section.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { ExportData } from "./export-data.tsx";
import { Identities } from "./identities.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { accountQuery } from "../../http/account.ts";
import { Sessions } from "./sessions.tsx";

/** `/account`: profile, sign-in methods, sessions, data export and account deletion. */
export default function AccountPage() {
  return (
    <AccountLayout title="Account">
      <QueryBoundary query={useQuery(accountQuery)} skeleton={<AccountSkeleton />}>
        {({ user, identities, sessions }) => (
          <>
            <Section title="Profile" description="How the shop addresses you.">
              <ProfileForm user={user} />
            </Section>
            <Identities identities={identities} />
            <Sessions sessions={sessions} />
            <Section title="Your data">
              <p>Everything the shop holds about you, in one file that machines can read too.</p>
              <ExportData />
            </Section>
            <Section title="Sign out">
              <p>Only on this device. What you own stays yours.</p>
              <div>
                <ButtonLink href={paths.signOut}>Sign out</ButtonLink>
              </div>
            </Section>
            <Section title="Delete my account">
              <p>It ends your subscriptions and closes what you own, for good.</p>
              <div>
                <ButtonLink href={paths.deleteAccount}>See what would happen</ButtonLink>
              </div>
            </Section>
          </>
        )}
      </QueryBoundary>
    </AccountLayout>
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
