import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { TextArea, TextField } from "../../../ui/field/fields.tsx";
import { bindBenefit, type BenefitFieldProps, type BenefitPart } from "./benefit-part.ts";

/** A link or a note that customers see in their library. */
export const link: BenefitPart<"link"> = {
  name: msg`Link or note`,
  Content: LinkOrNote,
  toValues: ({ url }) => ({ url: url ?? "" }),
  toSettings: ({ url }) => (url.trim() === "" ? {} : { url: url.trim() }),
  describeContent: (_i18n, { settings }) => settings.url ?? false,
};

function LinkOrNote(props: BenefitFieldProps) {
  const { t } = useLingui();
  const { setting } = bindBenefit(props);
  return (
    <>
      <TextField
        label={t`URL`}
        type="url"
        placeholder="https://"
        hint={t`Only customers with access see it. Leave blank to show only a note.`}
        {...setting("url")}
      />
      <TextArea
        label={t({ message: "Note", context: "for customers" })}
        rows={2}
        hint={t`Shown in the library of customers with this benefit.`}
        {...setting("note")}
      />
    </>
  );
}
