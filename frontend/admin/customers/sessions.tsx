import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { RowAction } from "../frame/row-action.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { describeDevice } from "../../shop/account/describe-device.ts";
import { describeSession } from "../../shop/account/describe-session.ts";
import shapes from "../frame/shapes.module.css";
import { allSessions, useEndSessions, type CustomerDetails } from "./queries.ts";

/** Lists a user's sessions and ends them. `isProtected`: the user's role is the same as the viewer's or higher. */
export function Sessions({
  userId,
  sessions,
  canEnd,
  isProtected,
}: {
  userId: string;
  sessions: CustomerDetails["sessions"];
  canEnd: boolean;
  isProtected: boolean;
}) {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const end = useEndSessions(userId);
  // The pressed button is removed with its row.
  const focusList = () => list.current?.focus();
  const endingAll = useConfirmation(end, focusList);
  // After a fresh sign-in, the user must press the button again.
  const freshSignIn = useFreshSignIn(`sessions:${userId}`, end, (id) => {
    if (id === allSessions) endingAll.ask(id);
  });
  return (
    <PageSection
      title={t`Sessions`}
      actions={
        canEnd &&
        sessions.length > 1 && (
          <Button onClick={() => endingAll.ask(allSessions)}>{t`Sign out everywhere…`}</Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {freshSignIn.error && !endingAll.asked && <ErrorNotice error={freshSignIn.error} />}
        {isProtected && (
          <p className={shapes.soft}>
            <Trans>
              You can’t end this customer’s sessions because their role is the same as yours or
              higher.
            </Trans>
          </p>
        )}
        {sessions.length === 0 ? (
          <p className={shapes.soft}>{t`No active sessions`}</p>
        ) : (
          <ul className={rows.rows}>
            {sessions.map((session) => {
              const device = describeDevice(i18n, session.userAgent);
              return (
                <li key={session.id}>
                  <div className={rows.main}>
                    <p className={rows.name}>{device}</p>
                    <p className={rows.detail}>
                      {describeSession(i18n, { ...session, current: false })}
                    </p>
                  </div>
                  {canEnd && (
                    <RowAction
                      label={t`Sign out`}
                      about={device}
                      busy={end.isPending}
                      onClick={() => end.mutate(session.id, { onSuccess: focusList })}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      {freshSignIn.dialog}
      {endingAll.asked && !freshSignIn.dialog && (
        <ConfirmDialog
          title={t`Sign this customer out everywhere?`}
          confirmLabel={t`Sign out everywhere`}
          busyLabel={t`Signing out…`}
          text={t`All their sessions end immediately. They can sign in again at any time.`}
          {...endingAll.dialog}
          error={freshSignIn.error}
        />
      )}
    </PageSection>
  );
}
