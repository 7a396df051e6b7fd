import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { Section } from "./section.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describeDevice } from "./describe-device.ts";
import { describeSession } from "./describe-session.ts";
import { useEndSession } from "./queries.ts";
import type { Session } from "../../http/account.ts";

/** Lists the user's sessions and ends them. */
export function Sessions({ sessions }: { sessions: Session[] }) {
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
            <Trans>Sign out of all other sessions</Trans>
          </Button>
        </div>
      )}
    </Section>
  );
}
