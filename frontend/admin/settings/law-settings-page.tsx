import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import rows from "../../ui/row-list.module.css";
import { PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Badge } from "../frame/label.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";
import shapes from "../frame/shapes.module.css";
import { ruleCopy, stateLabels, topics, type Law } from "./law-copy.ts";
import { LawForm } from "./law-form.tsx";
import styles from "./law-settings-page.module.css";
import { lawRulesQuery, lawSettingsQuery } from "./queries.ts";

type Rule = Law["rules"][number];

/** `/admin/settings/law`: where the shop sells, which laws apply there, and what is done about them. */
export default function LawSettingsPage() {
  const { t } = useLingui();
  return (
    <SectionLayout
      section="settings"
      description={t`Selling in your country: what consumer law asks of your shop, as far as Gatehouse knows. This is no legal advice.`}
    >
      <PageSection title={t`Where you sell`}>
        <QueryBoundary query={useQuery(lawSettingsQuery)} lines={4}>
          {(settings) => <LawForm settings={settings} />}
        </QueryBoundary>
      </PageSection>
      <QueryBoundary query={useQuery({ ...lawRulesQuery, staleTime: 0 })} lines={8}>
        {(law) => <Rules law={law} />}
      </QueryBoundary>
    </SectionLayout>
  );
}

function Rules({ law: { rules, excludingTax } }: { law: Law }) {
  const { t, i18n } = useLingui();
  const shown = Object.entries(topics).map(([topic, copy]) => ({
    ...copy,
    topic,
    rules: rules.filter((rule) => rule.topic === topic),
  }));
  if (rules.length === 0)
    return (
      <PageSection title={t`What applies`}>
        <p>{t`Gatehouse knows no rules for these countries. There may be some.`}</p>
      </PageSection>
    );
  return shown.map(
    ({ topic, title, link, rules }) =>
      rules.length > 0 && (
        <PageSection
          key={topic}
          title={i18n._(title)}
          actions={link && <Link href={link.href}>{i18n._(link.label)}</Link>}
        >
          <ul className={rows.rows}>
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </ul>
          {topic === "price_display" && excludingTax.length > 0 && (
            <p>
              <Trans>Prices without tax:</Trans>{" "}
              {excludingTax.map(({ id, name }, at) => (
                <span key={id}>
                  {at > 0 && " · "}
                  <Link href={consolePaths.product(id)}>{name}</Link>
                </span>
              ))}
            </p>
          )}
        </PageSection>
      ),
  );
}

function RuleRow({ rule: { id, from, applies, law, url, source, state, page } }: { rule: Rule }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  // Noon, so that it is the same day in nearly every time zone.
  const day = from === null ? "" : formats.date(Date.parse(`${from}T12:00:00Z`));
  return (
    <li className={styles.rule}>
      <div className={rows.main}>
        <p>{i18n._(ruleCopy[id])}</p>
        <p className={shapes.soft}>
          {from !== null && (applies ? t`Since ${day}.` : t`Applies from ${day}.`)}{" "}
          <a href={url} target="_blank" rel="noreferrer">
            {law}
          </a>
          {source === "secondary" && ` ${t`(read about, not in the law itself)`}`}
          {page !== null && state !== "done" && (
            <>
              {" "}
              <Link href={`${consolePaths.legalSettings}#${page}`}>{t`Make this page`}</Link>
            </>
          )}
        </p>
      </div>
      <Badge {...stateLabels[state]} />
    </li>
  );
}
