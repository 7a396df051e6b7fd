import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { AccountLayout } from "./account-layout.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Section } from "./section.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { ExportData } from "./export-data.tsx";
import { Identities } from "./identities.tsx";
import { LanguageSection } from "./language-section.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { accountQuery } from "../../http/account.ts";
import { RemindersSection } from "./reminders-section.tsx";
import { Sessions } from "./sessions.tsx";

/** `/account`: profile, sign-in methods, sessions, data export and account deletion. */
export default function AccountPage() {
  const { t } = useLingui();
  return (
    <AccountLayout title={t`Account`}>
      <QueryBoundary query={useQuery(accountQuery)} skeleton={<AccountSkeleton />}>
        {({ user, identities, sessions }) => (
          <>
            <Section title={t`Profile`} description={t`Your name and email in this shop.`}>
              <ProfileForm user={user} />
            </Section>
            <LanguageSection user={user} />
            <RemindersSection wantsReminders={user.wantsReminders} />
            <Identities identities={identities} />
            <Sessions sessions={sessions} />
            <Section title={t`Your data`}>
              <p>
                <Trans>Download everything the shop stores about you as a JSON file.</Trans>
              </p>
              <ExportData />
            </Section>
            <Section title={t({ message: `Sign out`, comment: "Verb" })}>
              <p>
                <Trans>You’ll be signed out on this device only.</Trans>
              </p>
              <div>
                <ButtonLink href={paths.signOut}>
                  <Trans comment="Verb">Sign out</Trans>
                </ButtonLink>
              </div>
            </Section>
            <Section title={t`Delete account`}>
              <p>
                <Trans>
                  This ends your subscriptions and your access to everything you own. It can’t be
                  undone.
                </Trans>
              </p>
              <div>
                <ButtonLink href={paths.deleteAccount}>
                  <Trans>Review and delete account</Trans>
                </ButtonLink>
              </div>
            </Section>
          </>
        )}
      </QueryBoundary>
    </AccountLayout>
  );
}

function AccountSkeleton() {
  const { t } = useLingui();
  return [t`Profile`, t`Sign-in methods`, t`Sessions`].map((title) => (
    <Section key={title} title={title}>
      <Skeleton width="22rem" height="2.75rem" />
      <SkeletonLines lines={2} />
    </Section>
  ));
}
