import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { Time } from "../../ui/time.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { ConsolePage, DescriptionList, DetailPage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Badge, toOptions } from "../frame/label.tsx";
import { getListKey, refetch } from "../frame/queries.ts";
import shapes from "../frame/shapes.module.css";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { isLocale, localeNames, locales, type Locale } from "../../../worker/shared/locales.ts";
import { SendTestEmail } from "../settings/send-test-email.tsx";
import { describeLeftOut, describeOutcomes, messageStatuses } from "./message-copy.ts";
import { MessageFields } from "./message-fields.tsx";
import styles from "./message-page.module.css";
import {
  getMessageHtmlUrl,
  isBeingSent,
  messageQuery,
  messagesKey,
  sendTest,
  updateMessage,
  useDeleteDraft,
  useStopSending,
  type Message,
} from "./queries.ts";
import { describeRecipients, toInput } from "./recipients.ts";
import { SendMessage } from "./send-message.tsx";

/** `/admin/customers/messages/:id`: a draft, or what has become of a message. */
export default function MessagePage() {
  return <DetailPage query={messageQuery} Content={MessageView} />;
}

/** Support writes to one customer only, and sees the other messages. */
function MessageView({ data: message }: { data: Message }) {
  const isAdmin = useIsAdmin();
  const mayWrite = isAdmin || message.recipients.of === "customer";
  return message.status === "draft" && mayWrite ? (
    <Draft message={message} />
  ) : (
    <Sent message={message} mayStop={mayWrite} />
  );
}

const toValues = ({ purpose, subject, body, updatedAt }: Message) => ({
  purpose,
  subject,
  body,
  updatedAt,
});

function Draft({ message }: { message: Message }) {
  const { t } = useLingui();
  const { id, recipients } = message;
  const form = useForm({
    savedValues: toValues(message),
    refetch: async () => toValues(await refetch(messageQuery(id))),
    save: async (values) => ({
      ...values,
      ...(await updateMessage(id, { ...values, recipients: toInput(recipients) })),
    }),
    onSaved: (saved, client) => {
      client.setQueryData(messageQuery(id).queryKey, { ...message, ...saved });
      void client.invalidateQueries({ queryKey: getListKey(messagesKey) });
    },
  });
  return (
    <ConsolePage
      title={form.base.subject}
      parent={{ href: consolePaths.messages, name: t`Messages` }}
      description={<To message={message} />}
      actions={<DeleteDraft message={message} />}
    >
      <FormFrame form={form} submitLabel={t`Save draft`}>
        <MessageFields
          values={form.values}
          getError={form.getFieldError}
          onChange={form.setValues}
          recipients={recipients}
        />
      </FormFrame>
      <Preview message={message} isDirty={form.isDirty} />
      <SendMessage message={message} isDirty={form.isDirty} />
    </ConsolePage>
  );
}

/** Whom a message is for, with a link to them. */
function To({ message: { recipients } }: { message: Message }) {
  const { t, i18n } = useLingui();
  const to = describeRecipients(i18n, recipients);
  const href =
    recipients.of === "customer"
      ? consolePaths.customer(recipients.userId)
      : recipients.of === "product"
        ? consolePaths.product(recipients.productId)
        : `${consolePaths.customers}?${new URLSearchParams(recipients.filters)}`;
  return (
    <>
      {t({ message: `To:`, comment: "Before the recipients of a message" })}{" "}
      <Link href={href}>{to}</Link>
    </>
  );
}

type View = "phone" | "light" | "dark";

/** The saved message as an email, in a frame without scripts, and a test to the member. */
function Preview({ message, isDirty }: { message: Message; isDirty: boolean }) {
  const { t, i18n } = useLingui();
  const { id, updatedAt } = message;
  const [locale, setLocale] = useState<Locale>(isLocale(i18n.locale) ? i18n.locale : "en");
  const [view, setView] = useState<View>("phone");
  const test = useMutation({ mutationFn: () => sendTest(id, locale) });
  const viewNames: Record<View, string> = { phone: t`Phone`, light: t`Light`, dark: t`Dark` };
  const scheme = view === "dark" ? ("dark" as const) : ("light" as const);
  return (
    <PageSection
      title={t`Preview`}
      description={isDirty ? t`Of the draft as it was last saved.` : undefined}
    >
      <div className={shapes.stack}>
        <div className={styles.tools}>
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
          {message.hasSender && <SendTestEmail send={test} />}
        </div>
        {test.isError && <ErrorNotice error={test.error} />}
        <iframe
          key={updatedAt}
          className={view === "phone" ? styles.phone : styles.frame}
          title={t`Preview of the email`}
          src={getMessageHtmlUrl(id, { locale, scheme }, updatedAt)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      </div>
    </PageSection>
  );
}

function DeleteDraft({ message: { id, updatedAt } }: { message: Message }) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const deletion = useConfirmation(useDeleteDraft(id), () => navigate(consolePaths.messages));
  return (
    <>
      <Button onClick={() => deletion.ask(updatedAt)}>{t`Delete draft`}</Button>
      {deletion.asked && (
        <ConfirmDialog
          title={t`Delete this draft?`}
          confirmLabel={t`Delete draft`}
          kind="danger"
          busyLabel={t`Deleting…`}
          text={t`It can’t be restored.`}
          {...deletion.dialog}
        />
      )}
    </>
  );
}

function Sent({ message, mayStop }: { message: Message; mayStop: boolean }) {
  const { t, i18n } = useLingui();
  const stop = useConfirmation(useStopSending(message.id));
  const leftOut = describeLeftOut(i18n, message.leftOut);
  const { skipped } = message.outcomes;
  return (
    <ConsolePage
      title={message.subject}
      parent={{ href: consolePaths.messages, name: t`Messages` }}
      description={<To message={message} />}
      actions={
        mayStop &&
        isBeingSent(message) && (
          <Button onClick={() => stop.ask(undefined)}>{t`Stop sending…`}</Button>
        )
      }
    >
      <PageSection title={t`Emails`}>
        <DescriptionList
          items={{
            [t`Status`]: <Badge {...messageStatuses[message.status]} />,
            [t`Progress`]: message.startedAt !== null && (
              <output>{describeOutcomes(i18n, message)}</output>
            ),
            [t`Left out`]: leftOut || null,
            [t`Left out later`]:
              skipped > 0 && message.status !== "stopped"
                ? t`${skipped}, because they unsubscribed or left before it was sent`
                : null,
            [t`Started`]: message.startedAt !== null && <Time at={message.startedAt} />,
            [t`Ended`]: message.endedAt !== null && <Time at={message.endedAt} />,
          }}
        />
      </PageSection>
      <Preview message={message} isDirty={false} />
      {stop.asked && (
        <ConfirmDialog
          title={t`Stop sending this message?`}
          confirmLabel={t`Stop sending`}
          kind="danger"
          busyLabel={t`Stopping…`}
          text={t`Customers who haven’t got it yet won’t get it. It can’t be continued.`}
          {...stop.dialog}
        />
      )}
    </ConsolePage>
  );
}
