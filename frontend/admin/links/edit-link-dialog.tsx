import { useLingui } from "@lingui/react/macro";
import { CheckField } from "../../ui/field/fields.tsx";
import { useForm } from "../form/form.tsx";
import { FormDialog } from "../form/form-dialog.tsx";
import { getLinkName } from "../link-parts/link-copy.ts";
import { toLinkEdit, toLinkOptions } from "./link-values.ts";
import { OptionFields } from "./option-fields.tsx";
import { linkQuery, linksKey, type Link } from "../link-parts/queries.ts";
import { editLink } from "./queries.ts";

/** Changes the options of a permanent link, or switches it off. */
export function EditLinkDialog({
  link,
  onSaved,
  onClose,
}: {
  link: Link;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: toLinkOptions(link),
    save: (values, before) => editLink(link.id, toLinkEdit(values, before)),
    onSaved: (saved, client) => {
      client.setQueryData(linkQuery(link.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: linksKey });
      onSaved();
    },
  });
  const name = getLinkName(link);
  return (
    <FormDialog title={t`Edit ${name}`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <OptionFields form={form} />
      <CheckField
        label={t`Customers can buy with this link`}
        hint={t`Turn this off to stop it. Checkouts that are open stay open.`}
        {...form.check("active")}
      />
    </FormDialog>
  );
}
