import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { Link } from "wouter";
import { sourceLocale } from "../../../worker/shared/locales.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { useChange } from "../frame/queries.ts";
import { SendTestEmail } from "../settings/send-test-email.tsx";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./doctor-page.module.css";
import shapes from "../frame/shapes.module.css";

type Diagnosis = InferResponseType<typeof api.admin.doctor.$get>;
type Check = Diagnosis["checks"][number];

const doctorKey = ["admin", "doctor"];

const stateLabels: Record<Check["state"], MessageDescriptor> = {
  broken: msg`Action required`,
  warning: msg`Warning`,
  note: msg`Info`,
  ok: msg`OK`,
};
const statesBySeverity = Object.keys(stateLabels);

/** `/admin/doctor`: checks everything that the shop depends on, and explains how to fix problems. */
export default function DoctorPage() {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: doctorKey,
    queryFn: () => read(api.admin.doctor.$get({ query: {} })),
    staleTime: 0,
  });
  return (
    <ConsolePage
      title={t`Doctor`}
      description={
        <p>
          <Trans>
            Checks everything that this shop depends on. To compare the shop’s data with Stripe, go
            to <Link href={consolePaths.stripeSync}>Stripe sync</Link>.
          </Trans>
        </p>
      }
      actions={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? t`Checking…` : t`Check again`}
        </Button>
      }
    >
      <QueryBoundary query={query} lines={8}>
        {(diagnosis) => <DiagnosisResults diagnosis={diagnosis} />}
      </QueryBoundary>
    </ConsolePage>
  );
}

function DiagnosisResults({ diagnosis }: { diagnosis: Diagnosis }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { checkedAt, checks } = diagnosis;
  const problemCount = checks.filter(
    ({ state }) => state === "broken" || state === "warning",
  ).length;
  const date = formats.dateTime(checkedAt);
  const title =
    problemCount === 0
      ? t`All checks passed.`
      : t`${plural(problemCount, { one: "# check needs your attention.", other: "# checks need your attention." })}`;
  return (
    <>
      <Notice
        tone={problemCount === 0 ? "info" : "error"}
        title={title}
        text={t`Last checked ${date}.`}
      />
      <ul className={styles.checks}>
        {checks
          .toSorted(
            (one, two) => statesBySeverity.indexOf(one.state) - statesBySeverity.indexOf(two.state),
          )
          .map((check) => (
            <CheckResult key={check.id} check={check} diagnosis={diagnosis} />
          ))}
      </ul>
    </>
  );
}

/** One check. What the Worker finds, it says in English. */
function CheckResult({ check, diagnosis }: { check: Check; diagnosis: Diagnosis }) {
  const { t, i18n } = useLingui();
  const { id, title, state, message, fix, link, command, notes } = check;
  const { canSendEmail, asksForReleases } = diagnosis;
  return (
    <li>
      <div>
        <h2 lang={sourceLocale}>{title}</h2>
        <p className={styles.state} data-state={state}>
          {i18n._(stateLabels[state])}
        </p>
      </div>
      <div className={styles.body}>
        <p lang={sourceLocale}>{message}</p>
        {fix && <p lang={sourceLocale}>{fix}</p>}
        {notes && (
          <p className={styles.notes} lang={sourceLocale}>
            {notes}
          </p>
        )}
        {link && (
          <p lang={sourceLocale}>
            <a href={link.url} target="_blank" rel="noreferrer">
              {link.label}
            </a>
          </p>
        )}
        {command && (
          <p className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} label={t`Copy command for “${title}”`} />
          </p>
        )}
        {id === "email" && canSendEmail && <TestEmail />}
        {id === "version" && asksForReleases !== null && <ReleaseSwitch asks={asksForReleases} />}
      </div>
    </li>
  );
}

/** Turns on or off that the shop asks once a night for newer versions of itself. */
function ReleaseSwitch({ asks }: { asks: boolean }) {
  const { t } = useLingui();
  const change = useChange(doctorKey, (_: void) =>
    read(api.admin.doctor.releases.$put({ json: { asks: !asks }, query: {} })),
  );
  return (
    <>
      <p className={shapes.actions}>
        <Button busy={change.isPending} onClick={() => change.mutate()}>
          {asks ? t`Stop asking for newer versions` : t`Ask for newer versions every night`}
        </Button>
      </p>
      {change.isError && <ErrorNotice error={change.error} />}
    </>
  );
}

function TestEmail() {
  const send = useChange(doctorKey, (_: void) => read(api.admin.doctor.email.$post({ json: {} })));
  return (
    <>
      <p className={shapes.actions}>
        <SendTestEmail send={send} />
      </p>
      {send.isError && <ErrorNotice error={send.error} />}
    </>
  );
}
