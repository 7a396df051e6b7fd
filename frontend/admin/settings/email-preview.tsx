import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isLocale, localeNames, locales, type Locale } from "../../../worker/shared/locales.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { EmailText } from "../notifications/email-text.tsx";
import { SendTestEmail } from "./send-test-email.tsx";
import type { EmailKindCopy } from "./email-kinds.ts";
import styles from "./email-preview.module.css";
import {
  emailExampleQuery,
  getEmailExampleUrl,
  sendEmailExample,
  type EmailExample,
} from "./queries.ts";

const views = ["light", "dark", "phone", "text"] as const;
type View = (typeof views)[number];

/** Shows a kind of email with example data: in each language, as HTML and as text. */
export function EmailPreview({ kind, onClose }: { kind: EmailKindCopy; onClose: () => void }) {
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
          options={views.map((each) => ({ value: each, label: viewNames[each] }))}
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
