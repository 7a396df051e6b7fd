import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { usePageChange, type PageSource } from "./queries.ts";

/** Publishes what is saved, or takes it out of everybody's sight. */
export function PublishButton({ page, isDirty }: { page: PageSource; isDirty: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const change = usePageChange(page.id, () => setIsAsking(false));
  if (page.status === "published")
    return (
      <>
        <Button onClick={() => setIsAsking(true)}>Archive</Button>
        {isAsking && (
          <ConfirmDialog
            title="Archive this page?"
            confirm="Archive"
            keep="Keep it"
            kind="danger"
            busy={change.isPending}
            busyLabel="Archiving…"
            error={change.error}
            onConfirm={() => change.mutate("archive")}
            onClose={() => setIsAsking(false)}
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
