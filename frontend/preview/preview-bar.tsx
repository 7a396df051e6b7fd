import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { consolePaths } from "../admin/frame/console-paths.ts";
import { useIsAdmin } from "../admin/frame/use-is-admin.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import styles from "./preview-bar.module.css";

type Status = "draft" | "published" | "archived";

const statuses = {
  draft: { tone: "neutral", label: msg`Draft` },
  published: { tone: "good", label: msg`Published` },
  archived: { tone: "warning", label: msg`Archived` },
} as const;

/**
 * Says that this is a preview, what it is a preview of, and leads back to the editor.
 * @param props.access which readers the preview is of, where that makes a difference
 */
export function PreviewBar({
  kind,
  id,
  status,
  access,
}: {
  kind: "product" | "page";
  id: string;
  status: Status;
  access?: { isShown: boolean; onChange: (isShown: boolean) => void } | undefined;
}) {
  const { t, i18n } = useLingui();
  const canEdit = useIsAdmin();
  const { tone, label } = statuses[status];
  return (
    <aside aria-label={t`Preview`} className={styles.bar}>
      <p>
        <Trans>
          <strong>Preview.</strong> Only your team can open this page.
        </Trans>
      </p>
      <StatusBadge tone={tone}>{i18n._(label)}</StatusBadge>
      {access && (
        <fieldset aria-label={t`View as`} className={styles.readers}>
          {[true, false].map((hasAccess) => (
            <button
              key={String(hasAccess)}
              type="button"
              aria-pressed={access.isShown === hasAccess}
              onClick={() => access.onChange(hasAccess)}
            >
              {hasAccess ? t`With access` : t`Without access`}
            </button>
          ))}
        </fieldset>
      )}
      {canEdit && (
        <Link href={kind === "product" ? consolePaths.product(id) : consolePaths.page(id)}>
          {t`Edit`}
        </Link>
      )}
    </aside>
  );
}
