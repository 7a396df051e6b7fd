import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { usePageChange, type PageSource } from "./queries.ts";

/** Publishes the saved version of a page, or archives the page. */
export function PublishButton({ page, isDirty }: { page: PageSource; isDirty: boolean }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const change = usePageChange(page.id, () => setIsConfirming(false));
  if (page.status === "published")
    return (
      <>
        <Button onClick={() => setIsConfirming(true)}>Archive</Button>
        {isConfirming && (
          <ConfirmDialog
            title="Archive this page?"
            confirmLabel="Archive"
            cancelLabel="Keep it"
            kind="danger"
            busy={change.isPending}
            busyLabel="Archiving…"
            error={change.error}
            onConfirm={() => change.mutate("archive")}
            onClose={() => setIsConfirming(false)}
          >
            <p>
              Nobody can read it any more, not even who has bought it. What it says stays, and you
              can publish it again.
            </p>
          </ConfirmDialog>
        )}
      </>
    );
  return (
    <>
      <Button
        kind="primary"
        disabled={isDirty}
        title={isDirty ? "Save first: what is saved is published." : undefined}
        busy={change.isPending}
        onClick={() => change.mutate("publish")}
      >
        {change.isPending ? "Publishing…" : isDirty ? "Save, then publish" : "Publish"}
      </Button>
      {change.error && <ErrorNotice error={change.error} />}
    </>
  );
}
