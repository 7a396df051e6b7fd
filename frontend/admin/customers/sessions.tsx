import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { describeDevice } from "../../shop/account/describe-device.ts";
import { describeSession } from "../../shop/account/describe-session.ts";
import styles from "./customer-page.module.css";
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
  const [isConfirming, setIsConfirming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const end = useEndSessions(userId);
  // After a fresh sign-in, the user must press the button again.
  const freshSignIn = useFreshSignIn(`sessions:${userId}`, end, (id) =>
    setIsConfirming(id === allSessions),
  );
  // The pressed button is removed with its row.
  const endSession = (id: string) =>
    end.mutate(id, {
      onSuccess: () => {
        setIsConfirming(false);
        list.current?.focus();
      },
    });
  return (
    <PageSection
      title={t`Sessions`}
      actions={
        canEnd &&
        sessions.length > 1 && (
          <Button onClick={() => setIsConfirming(true)}>
            <Trans>Sign out everywhere…</Trans>
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {freshSignIn.error && !isConfirming && <ErrorNotice error={freshSignIn.error} />}
        {isProtected && (
          <p className={styles.none}>
            <Trans>
              You can’t end this customer’s sessions because their role is the same as yours or
              higher.
            </Trans>
          </p>
        )}
        {sessions.length === 0 ? (
          <p className={styles.none}>
            <Trans>No active sessions</Trans>
          </p>
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
                    <Button
                      kind="plain"
                      busy={end.isPending}
                      onClick={() => endSession(session.id)}
                    >
                      <Trans>
                        Sign out <VisuallyHidden>{device}</VisuallyHidden>
                      </Trans>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      {freshSignIn.dialog}
      {isConfirming && !freshSignIn.dialog && (
        <ConfirmDialog
          title={t`Sign this customer out everywhere?`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Sign out everywhere`}
          busy={end.isPending}
          busyLabel={t`Signing out…`}
          error={freshSignIn.error}
          onConfirm={() => endSession(allSessions)}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            <Trans>All their sessions end immediately. They can sign in again at any time.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}
