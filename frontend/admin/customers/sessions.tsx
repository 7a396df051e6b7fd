import { useRef, useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describeDevice } from "../../shop/account/describe-device.ts";
import { describeSession } from "../../shop/account/sessions.tsx";
import styles from "./customer-page.module.css";
import { useEndSessions, type CustomerDetails } from "./queries.ts";

/** Lists a user's sessions and ends them. */
export function Sessions({
  userId,
  sessions,
  canEnd,
}: {
  userId: string;
  sessions: CustomerDetails["sessions"];
  canEnd: boolean;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const end = useEndSessions(userId);
  // The pressed button is removed with its row.
  const endSession = (id: string | null) =>
    end.mutate(id, {
      onSuccess: () => {
        setIsConfirming(false);
        list.current?.focus();
      },
    });
  return (
    <PageSection
      title="Sessions"
      actions={
        canEnd &&
        sessions.length > 1 && (
          <Button onClick={() => setIsConfirming(true)}>Sign out everywhere…</Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {end.error && !isConfirming && <ErrorNotice error={end.error} />}
        {sessions.length === 0 ? (
          <p className={styles.none}>Signed in nowhere.</p>
        ) : (
          <ul className={rows.rows}>
            {sessions.map((session) => (
              <li key={session.id}>
                <div className={rows.main}>
                  <p className={rows.name}>{describeDevice(session.userAgent)}</p>
                  <p className={rows.detail}>{describeSession({ ...session, current: false })}</p>
                </div>
                {canEnd && (
                  <Button kind="plain" busy={end.isPending} onClick={() => endSession(session.id)}>
                    Sign out <VisuallyHidden>{describeDevice(session.userAgent)}</VisuallyHidden>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Sign them out everywhere?"
          cancelLabel="Leave them signed in"
          confirmLabel="Sign out everywhere"
          busy={end.isPending}
          busyLabel="Signing out…"
          error={end.error}
          onConfirm={() => endSession(null)}
          onClose={() => setIsConfirming(false)}
        >
          <p>It acts with their next click. They can sign in again at any time.</p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}
