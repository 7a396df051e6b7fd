import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowAction } from "../frame/row-action.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../form/form-frame.tsx";
import { useForm } from "../form/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import { classNames } from "../../ui/class-names.ts";
import { emailKinds, requiredKinds, type EmailKindCopy } from "./email-kinds.ts";
import { EmailPreview } from "./email-preview.tsx";
import styles from "./email-settings-page.module.css";
import shapes from "../frame/shapes.module.css";
import { emailSettingsQuery, saveEmails, type EmailKind } from "./queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";

type Emails = Parameters<typeof saveEmails>[0];

/** `/admin/settings/emails`: which emails are sent to customers, and what they look like. */
export default function EmailSettingsPage() {
  const { t } = useLingui();
  const [shown, setShown] = useState<EmailKindCopy | null>(null);
  return (
    <SectionLayout
      section="settings"
      description={t`Choose which emails customers get. If you turn a kind off, queued emails of that kind aren’t sent either.`}
    >
      <QueryBoundary query={useQuery(emailSettingsQuery)}>
        {(emails) => (
          <>
            <EmailForm emails={emails} onShow={setShown} />
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
    </SectionLayout>
  );
}

function EmailForm({ emails, onShow }: { emails: Emails; onShow: (kind: EmailKindCopy) => void }) {
  const { t, i18n } = useLingui();
  const form = useForm({
    savedValues: emails,
    save: saveEmails,
    onSaved: (saved, client) => void client.setQueryData(emailSettingsQuery.queryKey, saved),
  });
  return (
    <PageSection title={t`Emails to customers`}>
      <FormFrame form={form} submitLabel={t`Save emails`}>
        {(Object.keys(emailKinds) as EmailKind[]).map((kind) => (
          <div key={kind} className={styles.kind}>
            <CheckField
              label={i18n._(emailKinds[kind].name)}
              hint={i18n._(emailKinds[kind].when)}
              {...form.check(kind)}
            />
            <ViewExample kind={emailKinds[kind]} onShow={onShow} />
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
        <p className={shapes.soft}>{i18n._(kind.when)}</p>
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
  const { t, i18n } = useLingui();
  const name = i18n._(kind.name);
  return <RowAction label={t`View example`} about={t`of “${name}”`} onClick={() => onShow(kind)} />;
}
