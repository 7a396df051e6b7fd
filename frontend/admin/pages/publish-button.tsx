import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { usePageChange, type PageSource } from "./queries.ts";

/** Publishes the saved version of a page, or archives the page. */
export function PublishButton({ page, isDirty }: { page: PageSource; isDirty: boolean }) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  const change = usePageChange(page.id, () => setIsConfirming(false));
  if (page.status === "published")
    return (
      <>
        <Button onClick={() => setIsConfirming(true)}>
          <Trans>Archive</Trans>
        </Button>
        {isConfirming && (
          <ConfirmDialog
            title={t`Archive this page?`}
            confirmLabel={t`Archive`}
            cancelLabel={t`Cancel`}
            kind="danger"
            busy={change.isPending}
            busyLabel={t`Archiving…`}
            error={change.error}
            onConfirm={() => change.mutate("archive")}
            onClose={() => setIsConfirming(false)}
          >
            <p>
              <Trans>
                Nobody will be able to read this page, including customers who bought access. Its
                text is kept, and you can publish it again.
              </Trans>
            </p>
          </ConfirmDialog>
        )}
      </>
    );
  return (
    <>
      <Button
        kind="primary"
        disabledReason={
          isDirty ? t`Save your changes first. Only saved text is published.` : undefined
        }
        busy={change.isPending}
        onClick={() => change.mutate("publish")}
      >
        {change.isPending ? t`Publishing…` : t`Publish`}
      </Button>
      {change.error && <ErrorNotice error={change.error} />}
    </>
  );
}
