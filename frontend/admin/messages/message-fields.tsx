import { useLingui } from "@lingui/react/macro";
import { RadioGroup, TextField } from "../../ui/field/fields.tsx";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import type { MessageInput } from "./queries.ts";

type Fields = Pick<MessageInput, "purpose" | "subject" | "body">;

/** The fields of a message. A message to a filter is news. */
export function MessageFields({
  values,
  getError,
  onChange,
  recipients,
}: {
  values: Fields;
  getError: (path: keyof Fields) => string | undefined;
  onChange: (changes: Partial<Fields>) => void;
  recipients: { of: MessageInput["recipients"]["of"] };
}) {
  const { t } = useLingui();
  return (
    <>
      {recipients.of === "customers" ? (
        <p>{t`Only customers who have asked for news in their account get this message. It has a link to unsubscribe.`}</p>
      ) : (
        <RadioGroup
          legend={t`What is it about?`}
          value={values.purpose}
          onChange={(purpose) => onChange({ purpose })}
          options={[
            {
              value: "service",
              label: t`What they have`,
              hint: t`An update, a fault, a date, an answer. The law takes anything that advertises for news, also beside it.`,
            },
            {
              value: "news",
              label: t`News`,
              hint: t`New products, offers, stories. Only those who have asked for news in their account get it, with a link to unsubscribe.`,
            },
          ]}
        />
      )}
      <TextField
        name="subject"
        label={t`Subject`}
        maxLength={120}
        value={values.subject}
        error={getError("subject")}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <MarkdownEditor
        name="body"
        label={t`Message`}
        hint={t`Markdown, as in pages. The shop’s name and the footer are added.`}
        rows={12}
        value={values.body}
        error={getError("body")}
        onChange={(body) => onChange({ body })}
        hasPreview={false}
      />
    </>
  );
}
