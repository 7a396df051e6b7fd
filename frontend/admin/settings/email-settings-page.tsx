import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useMutation } from "@tanstack/react-query";
import { useState, type ChangeEvent } from "react";
import { toOptions } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField, SelectField } from "../../ui/field/fields.tsx";
import { classNames } from "../../ui/class-names.ts";
import {
  checkoutReminder,
  emailKinds,
  renewalNotice,
  requiredKinds,
  type EmailKindCopy,
} from "./email-kinds.ts";
import styles from "./email-settings-page.module.css";
import shapes from "../frame/shapes.module.css";
import {
  emailSettingsQuery,
  reminderFiguresQuery,
  saveEmails,
  type EmailKind,
  emailExampleQuery,
  getEmailExampleUrl,
  sendEmailExample,
  type EmailExample,
} from "./queries.ts";
import { refetch } from "../frame/queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";
import { isLocale, localeNames, locales, type Locale } from "../../../worker/shared/locales.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailText } from "../notifications/email-text.tsx";
import { SendTestEmail } from "./send-test-email.tsx";

type Emails = Parameters<typeof saveEmails>[0];

const noticeDays = [7, 14, 30, 45, 60];
const reminderHours = [1, 4, 24, 48, 72];

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
  const { sent = 0, paid = 0 } = useQuery(reminderFiguresQuery).data ?? {};
  const form = useForm({
    savedValues: emails,
    refetch: () => refetch(emailSettingsQuery),
    save: saveEmails,
    onSaved: (saved, client) => void client.setQueryData(emailSettingsQuery.queryKey, saved),
  });
  /** Chooses a number, or nothing. */
  const chooseNumber = (name: "renewalNoticeDays" | "checkoutReminderHours") => ({
    name,
    value: String(form.values[name] ?? ""),
    error: form.getFieldError(name),
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      form.setValues({ [name]: target.value === "" ? null : Number(target.value) }),
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
        <div className={styles.kind}>
          <SelectField
            {...chooseNumber("renewalNoticeDays")}
            label={t`Notice before a renewal`}
            hint={t`For subscriptions that renew for half a year or more. Where the law asks for a notice, customers get one in any case, as near to your choice as the law allows, and one each year for shorter periods.`}
            options={[
              { value: "", label: t`Only where the law asks for it` },
              ...noticeDays.map((days) => ({
                value: String(days),
                label: t`${plural(days, { one: "# day before", other: "# days before" })}`,
              })),
            ]}
          />
          <ViewExample kind={renewalNotice} onShow={onShow} />
        </div>
        <div className={styles.kind}>
          <SelectField
            {...chooseNumber("checkoutReminderHours")}
            label={t`Email about a left checkout`}
            hint={t`Once, to customers who began to pay and did not finish. It is advertising, which most countries allow only with consent, so only customers who agreed to news get it, and they can unsubscribe.`}
            options={[
              { value: "", label: t`Never` },
              ...reminderHours.map((hours) => ({
                value: String(hours),
                label: t`${plural(hours, { one: "After # hour", other: "After # hours" })}`,
              })),
            ]}
          />
          {sent > 0 && <p>{t`Last 90 days: ${sent} sent, then ${paid} paid.`}</p>}
          <ViewExample kind={checkoutReminder} onShow={onShow} />
        </div>
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

type View = "light" | "dark" | "phone" | "text";

/** Shows a kind of email with example data: in each language, as HTML and as text. */
function EmailPreview({ kind, onClose }: { kind: EmailKindCopy; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [example, setExample] = useState(kind.examples[0]!.example);
  const [locale, setLocale] = useState<Locale>("en");
  const [view, setView] = useState<View>("light");
  const viewNames: Record<View, string> = {
    light: t`Light`,
    dark: t`Dark`,
    phone: t`Phone`,
    text: t`Plain text`,
  };
  return (
    <Dialog
      title={i18n._(kind.name)}
      isWide
      onClose={onClose}
      actions={
        <>
          <SendTest key={`${example} ${locale}`} example={example} locale={locale} />
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className={styles.controls}>
        {kind.examples.length > 1 && (
          <SelectField
            label={t`Example`}
            value={example}
            onChange={({ target }) => setExample(target.value as EmailExample)}
            options={kind.examples.map((each) => ({
              value: each.example,
              label: i18n._(each.name),
            }))}
          />
        )}
        <SelectField
          label={t`Language`}
          value={locale}
          onChange={({ target }) => isLocale(target.value) && setLocale(target.value)}
          options={locales.map((each) => ({ value: each, label: localeNames[each], lang: each }))}
        />
        <SelectField
          label={t`View`}
          value={view}
          onChange={({ target }) => setView(target.value as View)}
          options={toOptions(viewNames)}
        />
      </div>
      <Shown example={example} locale={locale} view={view} />
    </Dialog>
  );
}

function Shown({ example, locale, view }: { example: EmailExample; locale: Locale; view: View }) {
  const { t } = useLingui();
  return (
    <QueryBoundary query={useQuery(emailExampleQuery(example, locale))}>
      {(email) =>
        view === "text" ? (
          <EmailText email={email} />
        ) : (
          <>
            <p className={styles.subject} lang={locale} dir="auto">
              {email.subject}
            </p>
            <iframe
              className={view === "phone" ? styles.phone : styles.frame}
              title={t`Preview of the email`}
              src={getEmailExampleUrl(example, locale, view === "dark" ? "dark" : "light")}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          </>
        )
      }
    </QueryBoundary>
  );
}

function SendTest({ example, locale }: { example: EmailExample; locale: Locale }) {
  const send = useMutation({ mutationFn: () => sendEmailExample(example, locale) });
  return (
    <div className={styles.send}>
      <SendTestEmail send={send} />
      {send.isError && <ErrorNotice error={send.error} />}
    </div>
  );
}
