import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { Link } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import styles from "./doctor-page.module.css";

type Diagnosis = InferResponseType<typeof api.admin.doctor.$get>;
type Check = Diagnosis["checks"][number];

const doctorKey = ["admin", "doctor"];

const stateLabels: Record<Check["state"], string> = {
  broken: "Needs you",
  warning: "Could be better",
  note: "Good to know",
  ok: "Well",
};
const statesBySeverity = Object.keys(stateLabels);

/** `/admin/doctor`: checks everything that the shop depends on, and explains how to fix problems. */
export default function DoctorPage() {
  const query = useQuery({
    queryKey: doctorKey,
    queryFn: () => read(api.admin.doctor.$get({ query: {} })),
    staleTime: 0,
  });
  return (
    <ConsolePage
      title="Doctor"
      description={
        <p>
          Looks at all that this shop depends on. Whether it agrees with Stripe stands in the{" "}
          <Link href={consolePaths.mirror}>comparison</Link>.
        </p>
      }
      actions={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? "Looking…" : "Look again"}
        </Button>
      }
    >
      <QueryBoundary query={query} skeleton={<SkeletonLines lines={8} />}>
        {(diagnosis) => <DiagnosisResults diagnosis={diagnosis} />}
      </QueryBoundary>
    </ConsolePage>
  );
}

function DiagnosisResults({ diagnosis }: { diagnosis: Diagnosis }) {
  const { checkedAt, checks, canSendMail } = diagnosis;
  const problemCount = checks.filter(
    ({ state }) => state === "broken" || state === "warning",
  ).length;
  const title =
    problemCount === 0
      ? "All is well."
      : problemCount === 1
        ? "One thing needs a look."
        : `${problemCount} things need a look.`;
  return (
    <>
      <Notice tone={problemCount === 0 ? "info" : "error"} title={title}>
        <p>Looked at on {formatDateTime(checkedAt)}.</p>
      </Notice>
      <ul className={styles.checks}>
        {checks
          .toSorted(
            (one, two) => statesBySeverity.indexOf(one.state) - statesBySeverity.indexOf(two.state),
          )
          .map((check) => (
            <li key={check.id} className={styles.check}>
              <div>
                <h2>{check.title}</h2>
                <p className={styles.state} data-state={check.state}>
                  {stateLabels[check.state]}
                </p>
              </div>
              <div className={styles.body}>
                <p>{check.message}</p>
                {check.fix && <p>{check.fix}</p>}
                {check.link && (
                  <p>
                    <a href={check.link.url} target="_blank" rel="noreferrer">
                      {check.link.label}
                    </a>
                  </p>
                )}
                {check.command && (
                  <p className={styles.command}>
                    <code>{check.command}</code>
                    <CopyButton text={check.command} label={`Copy the command: ${check.title}`} />
                  </p>
                )}
                {check.id === "mail" && canSendMail && <SendTestMail />}
              </div>
            </li>
          ))}
      </ul>
    </>
  );
}

function SendTestMail() {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => read(api.admin.doctor.mail.$post({ json: {} })),
    onSuccess: () => client.invalidateQueries({ queryKey: doctorKey }),
  });
  const { data } = send;
  return (
    <>
      <p className={styles.actions}>
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? "Sending…" : "Send me a test mail"}
        </Button>
        <output>
          {data && (data.isSent ? `It is on its way to ${data.to}.` : `Not taken: ${data.reason}.`)}
        </output>
      </p>
      {send.isError && <ErrorNotice error={send.error} />}
    </>
  );
}
