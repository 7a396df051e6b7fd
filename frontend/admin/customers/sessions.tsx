import { useRef, useState } from "react";
import { Part } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describeDevice } from "../../shop/account/describe-device.ts";
import { describeSession } from "../../shop/account/sessions.tsx";
import styles from "./customer-page.module.css";
import { useEndSessions, type CustomerPage } from "./queries.ts";

/** Where somebody is signed in, and signing them out there. */
export function Sessions({
  userId,
  sessions,
  canEnd,
}: {
  userId: string;
  sessions: CustomerPage["sessions"];
  canEnd: boolean;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const end = useEndSessions(userId);
  // The pressed button goes away with its row.
  const endSession = (id: string | null) =>
    end.mutate(id, {
      onSuccess: () => {
        setIsAsking(false);
        list.current?.focus();
      },
    });
  return (
    <Part
      title="Sessions"
      actions={
        canEnd &&
        sessions.length > 1 && (
          <Button onClick={() => setIsAsking(true)}>Sign out everywhere…</Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {end.error && !isAsking && <ErrorNotice error={end.error} />}
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
      {isAsking && (
        <ConfirmDialog
          title="Sign them out everywhere?"
          keep="Leave them signed in"
          confirm="Sign out everywhere"
          busy={end.isPending}
          busyLabel="Signing out…"
          error={end.error}
          onConfirm={() => endSession(null)}
          onClose={() => setIsAsking(false)}
        >
          <p>It acts with their next click. They can sign in again at any time.</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}
