import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { accountQuery, type Session } from "../../http/account.ts";
import { api, send } from "../../http/client.ts";
import { paths } from "../../paths.ts";
import { useShopName } from "../../http/shop.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { describeDevice } from "./describe-device.ts";
import { describeSession } from "./describe-session.ts";
import { ExportData } from "./export-data.tsx";
import { Identities } from "./identities.tsx";
import { LanguageSection } from "./language-section.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { useEndSession } from "./queries.ts";
import { AccountSkeleton } from "./account-frames.tsx";
import { Section } from "./section.tsx";

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
            <EmailsSection {...user} />
            <Identities identities={identities} />
            <Sessions sessions={sessions} />
            <Section title={t`Your data`}>
              <p>{t`Download everything the shop stores about you as a JSON file.`}</p>
              <ExportData />
            </Section>
            <Section title={t({ message: `Sign out`, comment: "Verb" })}>
              <p>{t`You’ll be signed out on this device only.`}</p>
              <div>
                <ButtonLink href={paths.signOut}>
                  <Trans comment="Verb">Sign out</Trans>
                </ButtonLink>
              </div>
            </Section>
            <Section title={t`Delete account`}>
              <p>{t`This ends your subscriptions and your access to everything you own. It can’t be undone.`}</p>
              <div>
                <ButtonLink href={paths.deleteAccount}>{t`Review and delete account`}</ButtonLink>
              </div>
            </Section>
          </>
        )}
      </QueryBoundary>
    </AccountLayout>
  );
}

/** What the user wants to get besides, or that they get no emails at all. A box shows the choice while it is being saved. */
function EmailsSection({
  wantsReminders,
  wantsNews,
  doEmailsBounce,
}: {
  wantsReminders: boolean;
  wantsNews: boolean;
  doEmailsBounce: boolean;
}) {
  const { t } = useLingui();
  const shopName = useShopName() ?? location.host;
  const save = useMutation({
    mutationFn: (choice: { wantsReminders: boolean } | { wantsNews: boolean }) =>
      send(
        "wantsNews" in choice
          ? api.me.news.$put({ json: choice })
          : api.me.reminders.$put({ json: choice }),
      ),
    onSuccess: (_response, _choice, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }),
  });
  const shown = { wantsReminders, wantsNews, ...(save.isPending && save.variables) };
  return (
    <Section
      title={t`Emails`}
      description={t`Emails about your payments and your access can’t be turned off.`}
    >
      {doEmailsBounce && (
        <p>{t`Emails to you are returned as undeliverable, so you get none. To get them again, sign in with a link by email.`}</p>
      )}
      {save.isError && <ErrorNotice error={save.error} />}
      <CheckField
        name="reminders"
        label={t`Send me reminders`}
        hint={t`A few days before a canceled subscription or free access ends.`}
        checked={shown.wantsReminders}
        onChange={({ target }) => {
          if (!save.isPending) save.mutate({ wantsReminders: target.checked });
        }}
      />
      <CheckField
        name="news"
        label={t`Send me news from ${shopName}`}
        hint={t`New products, changes and offers. You can unsubscribe at any time.`}
        checked={shown.wantsNews}
        onChange={({ target }) => {
          if (!save.isPending) save.mutate({ wantsNews: target.checked });
        }}
      />
      <output>{save.isSuccess ? t`Saved.` : ""}</output>
    </Section>
  );
}

/** Lists the user's sessions and ends them. */
function Sessions({ sessions }: { sessions: Session[] }) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useEndSession();
  // The pressed button is removed with its row, so focus moves to the list's heading.
  const endSession = (id: string | null) =>
    end.mutate(id, { onSuccess: () => heading.current?.focus() });
  const others = sessions.filter(({ current }) => !current);
  return (
    <Section
      title={t`Sessions`}
      description={t`The devices where you’re signed in.`}
      headingRef={heading}
    >
      {end.isError && <ErrorNotice error={end.error} />}
      <ul className={rows.rows}>
        {sessions.map((session) => {
          const device = describeDevice(i18n, session.userAgent);
          return (
            <li key={session.id}>
              <div className={rows.main}>
                <p className={rows.name}>{device}</p>
                <p className={rows.detail}>{describeSession(i18n, session)}</p>
              </div>
              {!session.current && (
                <Button kind="plain" busy={end.isPending} onClick={() => endSession(session.id)}>
                  <Trans comment="Verb">
                    Sign out <VisuallyHidden>{device}</VisuallyHidden>
                  </Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <div>
          <Button busy={end.isPending} onClick={() => endSession(null)}>
            {t`Sign out of all other sessions`}
          </Button>
        </div>
      )}
    </Section>
  );
}
