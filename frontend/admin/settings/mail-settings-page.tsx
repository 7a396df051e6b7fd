import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { classNames } from "../../ui/class-names.ts";
import { mailKinds, requiredKinds, type EmailKindCopy } from "./email-kinds.ts";
import { EmailPreview } from "./email-preview.tsx";
import styles from "./mail-settings-page.module.css";
import { mailSettingsQuery, saveMails, type MailKind } from "./queries.ts";
import { SettingsLayout } from "./settings-layout.tsx";

type Mails = Parameters<typeof saveMails>[0];

/** `/admin/settings/mails`: which emails are sent to customers, and what they look like. */
export default function MailSettingsPage() {
  const { t } = useLingui();
  const [shown, setShown] = useState<EmailKindCopy | null>(null);
  return (
    <SettingsLayout
      description={t`Choose which emails customers get. If you turn a kind off, queued emails of that kind aren’t sent either.`}
    >
      <QueryBoundary query={useQuery(mailSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(mails) => (
          <>
            <MailForm mails={mails} onShow={setShown} />
            <PageSection
              title={t`Always sent`}
              description={t`Customers need these emails, so they can’t be turned off.`}
            >
              {requiredKinds.map((kind) => (
                <RequiredKind key={kind.name.id} kind={kind} onShow={setShown} />
              ))}
            </PageSection>
          </>
        )}
      </QueryBoundary>
      {shown && <EmailPreview kind={shown} onClose={() => setShown(null)} />}
    </SettingsLayout>
  );
}

function MailForm({ mails, onShow }: { mails: Mails; onShow: (kind: EmailKindCopy) => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    savedValues: mails,
    save: saveMails,
    onSaved: (saved) => void client.setQueryData(mailSettingsQuery.queryKey, saved),
  });
  return (
    <PageSection title={t`Emails to customers`}>
      <FormFrame form={form} submitLabel={t`Save emails`}>
        {(Object.keys(mailKinds) as MailKind[]).map((kind) => (
          <div key={kind} className={styles.kind}>
            <CheckField
              label={i18n._(mailKinds[kind].name)}
              hint={i18n._(mailKinds[kind].when)}
              checked={form.values[kind]}
              onChange={(event) => form.setValues({ [kind]: event.target.checked })}
            />
            <ViewExample kind={mailKinds[kind]} onShow={onShow} />
          </div>
        ))}
      </FormFrame>
    </PageSection>
  );
}

function RequiredKind({
  kind,
  onShow,
}: {
  kind: EmailKindCopy;
  onShow: (kind: EmailKindCopy) => void;
}) {
  const { i18n } = useLingui();
  return (
    <div className={classNames(styles.kind, styles.required)}>
      <div>
        <p>{i18n._(kind.name)}</p>
        <p className={styles.when}>{i18n._(kind.when)}</p>
      </div>
      <ViewExample kind={kind} onShow={onShow} />
    </div>
  );
}

function ViewExample({
  kind,
  onShow,
}: {
  kind: EmailKindCopy;
  onShow: (kind: EmailKindCopy) => void;
}) {
  const { i18n } = useLingui();
  const name = i18n._(kind.name);
  return (
    <Button kind="plain" onClick={() => onShow(kind)}>
      <Trans>
        View example <VisuallyHidden>of “{name}”</VisuallyHidden>
      </Trans>
    </Button>
  );
}
