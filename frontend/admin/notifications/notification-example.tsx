import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmailText } from "../frame/email-text.tsx";
import { kindCopy } from "./notification-copy.ts";
import { exampleQuery, type ExampleKind } from "./queries.ts";

/** Shows an email with example data. */
export function NotificationExample({ kind, onClose }: { kind: ExampleKind; onClose: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Dialog
      title={kind === "digest" ? t`Daily digest` : i18n._(kindCopy[kind].name)}
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <QueryBoundary query={useQuery(exampleQuery(kind))} skeleton={<SkeletonLines lines={6} />}>
        {(email) => <EmailText email={email} />}
      </QueryBoundary>
    </Dialog>
  );
}
