import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useUser } from "../../http/session.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { setupQuery } from "./queries.ts";
import styles from "./setup-page.module.css";

/** A link to the checklist with how far it is. Owners see it while something is left to do. */
export function SetupReminder() {
  const { t } = useLingui();
  const isOwner = useUser()?.role === "owner";
  const { data } = useQuery({ ...setupQuery, enabled: isOwner });
  if (!isOwner || !data || data.isFinished) return null;
  const { done, total } = data;
  return (
    <p className={styles.reminder}>
      <Link href={consolePaths.setup}>
        {t`Set up your shop: ${done} of ${total} steps complete`}
      </Link>
    </p>
  );
}
