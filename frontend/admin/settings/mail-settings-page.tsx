import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Part } from "../frame/console-page.tsx";
import { CheckField, FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./mail-settings-page.module.css";
import { mailPreviewQuery, mailSettingsQuery, saveMails, type MailKind } from "./queries.ts";
import { SettingsFrame } from "./settings-layout.tsx";

type Mails = Parameters<typeof saveMails>[0];

const kinds: Record<MailKind, { name: string; when: string }> = {
  purchase: { name: "Thank you", when: "After a purchase or a gift, with what was bought." },
  payment_failed: { name: "A payment failed", when: "Once for each renewal that fails." },
  ending_soon: {
    name: "Ending soon",
    when: "Before a trial turns into a charge, and before a canceled subscription ends.",
  },
  access_ended: { name: "Access ended", when: "When somebody loses what they had, and why." },
  refunded_duplicate: {
    name: "Paid twice",
    when: "When a second payment for the same thing was sent back.",
  },
};

/** `/admin/settings/mails`: what buyers are told by email. */
export default function MailSettingsPage() {
  return (
    <SettingsFrame about="What buyers are told by email. A kind that is off is not sent, and neither is what waits of it now.">
      <Loaded query={useQuery(mailSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(mails) => <MailForm mails={mails} />}
      </Loaded>
    </SettingsFrame>
  );
}

function MailForm({ mails }: { mails: Mails }) {
  const client = useQueryClient();
  const [shown, setShown] = useState<MailKind | null>(null);
  const form = useForm({
    saved: mails,
    save: saveMails,
    onSaved: (saved) => void client.setQueryData(mailSettingsQuery.queryKey, saved),
  });
  return (
    <Part title="Kinds">
      <FormFrame form={form} save="Save mails">
        {(Object.keys(kinds) as MailKind[]).map((kind) => (
          <div key={kind} className={styles.kind}>
            <CheckField
              label={kinds[kind].name}
              hint={kinds[kind].when}
              checked={form.values[kind]}
              onChange={(event) => form.set({ [kind]: event.target.checked })}
            />
            <Button kind="plain" onClick={() => setShown(kind)}>
              See an example <VisuallyHidden>of “{kinds[kind].name}”</VisuallyHidden>
            </Button>
          </div>
        ))}
      </FormFrame>
      {shown && <Example kind={shown} onClose={() => setShown(null)} />}
    </Part>
  );
}

function Example({ kind, onClose }: { kind: MailKind; onClose: () => void }) {
  return (
    <Dialog
      title={`“${kinds[kind].name}”`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={useQuery(mailPreviewQuery(kind))} skeleton={<SkeletonLines lines={6} />}>
        {({ subject, text }) => (
          <div className={styles.mail}>
            <p className={styles.subject}>{subject}</p>
            <pre className={styles.text}>{text}</pre>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
