import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { accountQuery } from "../../http/account.ts";
import { api, send } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { Section } from "./section.tsx";

/** Whether the user gets reminders. The box shows the choice while it is being saved. */
export function RemindersSection({ wantsReminders }: { wantsReminders: boolean }) {
  const { t } = useLingui();
  const save = useMutation({
    mutationFn: (isOn: boolean) => send(api.me.reminders.$put({ json: { wantsReminders: isOn } })),
    onSuccess: (_response, _isOn, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }),
  });
  return (
    <Section
      title={t`Emails`}
      description={t`Emails about your payments and your access can’t be turned off.`}
    >
      {save.isError && <ErrorNotice error={save.error} />}
      <CheckField
        name="reminders"
        label={t`Send me reminders`}
        hint={t`A few days before a canceled subscription or free access ends.`}
        checked={save.isPending ? save.variables : wantsReminders}
        onChange={({ target }) => {
          if (!save.isPending) save.mutate(target.checked);
        }}
      />
      <output>{save.isSuccess ? <Trans>Saved.</Trans> : ""}</output>
    </Section>
  );
}
