import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { Notice } from "../ui/notice.tsx";
import styles from "./offline-notice.module.css";

/** Says so while the browser has no connection, and what happens then. */
export function OfflineNotice() {
  const { t } = useLingui();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className={styles.offline}>
      <Notice
        tone="info"
        title={t`You’re offline.`}
        text={t`Changes can’t be saved until you’re back online. What you entered stays on this page.`}
      />
    </div>
  );
}

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
