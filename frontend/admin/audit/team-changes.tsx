import { useLingui } from "@lingui/react/macro";
import { PageSection } from "../frame/console-page.tsx";
import rows from "../../ui/row-list.module.css";
import { Time } from "../../ui/time.tsx";
import { describeAuditAction, describeAuditActor } from "./audit-copy.ts";

type TeamChange = {
  id: string;
  action: string;
  actorType: "user" | "key" | "system";
  actorId: string;
  actorName: string | null;
  createdAt: number;
  reason: string | null;
};

/** What the team did to something, and why, newest first. Shows nothing where nothing was done. */
export function TeamChanges({ changes }: { changes: TeamChange[] }) {
  const { t, i18n } = useLingui();
  if (changes.length === 0) return null;
  return (
    <PageSection title={t`Changes by your team`}>
      <ul className={rows.rows}>
        {changes.map((change) => (
          <li key={change.id}>
            <div className={rows.main}>
              <p className={rows.name}>{describeAuditAction(i18n, change.action)}</p>
              {change.reason !== null && <p dir="auto">{change.reason}</p>}
              <p className={rows.detail}>
                {describeAuditActor(i18n, change)} · <Time at={change.createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
