import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState, type FormEvent } from "react";
import {
  getDirection,
  isLocale,
  localeNames,
  matchLocale,
  type Locale,
} from "../../../worker/shared/locales.ts";
import { accountQuery } from "../../http/account.ts";
import { api, send } from "../../http/client.ts";
import { getTimeZone } from "../../http/keep-time-zone.ts";
import { meQuery } from "../../http/session.ts";
import { listTimeZones } from "../../i18n/time-zones.ts";
import { useShop } from "../../http/shop.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import styles from "./account.module.css";
import { Section } from "./section.tsx";

type User = { locale: string | null; timeZone: string | null };

/** The language of the pages and emails, and the time zone of the times in emails. */
export function LanguageSection({ user }: { user: User }) {
  const { t } = useLingui();
  const languages = useShop()?.languages;
  return (
    <Section
      title={t`Language and time zone`}
      description={t`For this site and the emails you receive.`}
    >
      {languages && <LanguageForm user={user} languages={languages} />}
    </Section>
  );
}

function LanguageForm({
  user,
  languages: { offered, default: byDefault },
}: {
  user: User;
  languages: { offered: Locale[]; default: Locale };
}) {
  const { t, i18n } = useLingui();
  const browserZone = getTimeZone();
  const stored = {
    locale: matchLocale([user.locale ?? "", i18n.locale], offered) ?? byDefault,
    timeZone: user.timeZone ?? browserZone,
  };
  const timeZones = useMemo(
    () => listTimeZones(i18n.locale, stored.timeZone, browserZone),
    [stored.timeZone, browserZone, i18n.locale],
  );
  const [chosen, setChosen] = useState(stored);
  const save = useSave(stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(chosen);
  };
  const change = (changes: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...changes });
    save.reset();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {save.isError && <ErrorNotice error={save.error} />}
      <SelectField
        label={t`Language`}
        name="locale"
        value={chosen.locale}
        onChange={({ target }) => isLocale(target.value) && change({ locale: target.value })}
        options={offered.map((locale) => ({
          value: locale,
          label: localeNames[locale],
          lang: locale,
          dir: getDirection(locale),
        }))}
      />
      <SelectField
        label={t`Time zone`}
        name="timeZone"
        value={chosen.timeZone}
        onChange={({ target }) => change({ timeZone: target.value })}
        options={timeZones}
      />
      <div className={styles.save}>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? t`Saving…` : t`Save`}
        </Button>
        <output>{save.isSuccess ? t`Saved.` : ""}</output>
      </div>
    </form>
  );
}

/** Saves what differs. In another language, the page is loaded again. */
function useSave(stored: { locale: Locale; timeZone: string }) {
  const { i18n } = useLingui();
  return useMutation({
    mutationFn: async ({ locale, timeZone }: typeof stored) => {
      if (timeZone !== stored.timeZone)
        await send(api.me["time-zone"].$put({ json: { timeZone } }));
      if (locale !== stored.locale || locale !== i18n.locale)
        await send(api.me.language.$put({ json: { locale } }));
    },
    onSuccess: async (_response, { locale }, _result, { client }) => {
      if (locale !== i18n.locale) {
        location.reload();
        return;
      }
      await Promise.all(
        [accountQuery, meQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey, exact: true }),
        ),
      );
    },
  });
}
