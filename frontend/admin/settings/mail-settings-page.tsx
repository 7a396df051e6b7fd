import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./mail-settings-page.module.css";
import { mailPreviewQuery, mailSettingsQuery, saveMails, type MailKind } from "./queries.ts";
import { SettingsLayout } from "./settings-layout.tsx";

type Mails = Parameters<typeof saveMails>[0];

const mailKinds: Record<MailKind, { name: string; when: string }> = {
  purchase: { name: "Thank you", when: "After a purchase or a gift, with what was bought." },
  payment_failed: { name: "A payment failed", when: "Once for each renewal that fails." },
  ending_soon: {
    name: "Ending soon",
    when: "Before a trial turns into a charge, and before a canceled subscription ends.",
  },
  access_ended: { name: "Access ended", when: "When somebody loses what they had, and why." },
  refunded_duplicate: {
    name: "Paid twice",
    when: "When a second payment for the same thing was refunded, or a second trial was canceled.",
  },
  refund_failed: {
    name: "Refund failed",
    when: "When a bank returns a refund, so that the money is back at your shop. The customer has access again.",
  },
  keys_arrived: {
    name: "License keys arrived",
    when: "When you add keys that a purchase has waited for.",
  },
  trial_refused: {
    name: "Free trial did not start",
    when: "When the buyer, or their card, has already had a free trial.",
  },
};

/** `/admin/settings/mails`: which emails are sent to buyers. */
export default function MailSettingsPage() {
  return (
    <SettingsLayout description="What buyers are told by email. A kind that is off is not sent, and neither is what waits of it now.">
      <QueryBoundary query={useQuery(mailSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(mails) => <MailForm mails={mails} />}
      </QueryBoundary>
    </SettingsLayout>
  );
}

function MailForm({ mails }: { mails: Mails }) {
  const client = useQueryClient();
  const [shownKind, setShownKind] = useState<MailKind | null>(null);
  const form = useForm({
    savedValues: mails,
    save: saveMails,
    onSaved: (saved) => void client.setQueryData(mailSettingsQuery.queryKey, saved),
  });
  return (
    <PageSection title="Kinds">
      <FormFrame form={form} submitLabel="Save mails">
        {(Object.keys(mailKinds) as MailKind[]).map((kind) => (
          <div key={kind} className={styles.kind}>
            <CheckField
              label={mailKinds[kind].name}
              hint={mailKinds[kind].when}
              checked={form.values[kind]}
              onChange={(event) => form.setValues({ [kind]: event.target.checked })}
            />
            <Button kind="plain" onClick={() => setShownKind(kind)}>
              See an example <VisuallyHidden>of “{mailKinds[kind].name}”</VisuallyHidden>
            </Button>
          </div>
        ))}
      </FormFrame>
      {shownKind && <MailExample kind={shownKind} onClose={() => setShownKind(null)} />}
    </PageSection>
  );
}

function MailExample({ kind, onClose }: { kind: MailKind; onClose: () => void }) {
  return (
    <Dialog
      title={`“${mailKinds[kind].name}”`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <QueryBoundary
        query={useQuery(mailPreviewQuery(kind))}
        skeleton={<SkeletonLines lines={6} />}
      >
        {({ subject, text }) => (
          <div className={styles.mail}>
            <p className={styles.subject}>{subject}</p>
            <pre className={styles.text}>{text}</pre>
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
