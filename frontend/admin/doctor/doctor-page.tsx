import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { Link } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import styles from "./doctor-page.module.css";

type Diagnosis = InferResponseType<typeof api.admin.doctor.$get>;
type Check = Diagnosis["checks"][number];

const doctorKey = ["admin", "doctor"];

const stateWords: Record<Check["state"], string> = {
  broken: "Needs you",
  warning: "Could be better",
  note: "Good to know",
  ok: "Well",
};
const worstFirst = Object.keys(stateWords);

/** `/admin/doctor`: whether all that the shop depends on is well, and how to mend what is not. */
export default function DoctorPage() {
  const query = useQuery({
    queryKey: doctorKey,
    queryFn: () => read(api.admin.doctor.$get({ query: {} })),
    staleTime: 0,
  });
  return (
    <ConsolePage
      title="Doctor"
      about={
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
      <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
        {(diagnosis) => <Findings diagnosis={diagnosis} />}
      </Loaded>
    </ConsolePage>
  );
}

function Findings({ diagnosis }: { diagnosis: Diagnosis }) {
  const { lookedAt, checks, canSendMail } = diagnosis;
  const bad = checks.filter(({ state }) => state === "broken" || state === "warning").length;
  const title =
    bad === 0
      ? "All is well."
      : bad === 1
        ? "One thing needs a look."
        : `${bad} things need a look.`;
  return (
    <>
      <Notice tone={bad === 0 ? "info" : "error"} title={title}>
        <p>Looked at on {formatMoment(lookedAt)}.</p>
      </Notice>
      <ul className={styles.checks}>
        {checks
          .toSorted((one, two) => worstFirst.indexOf(one.state) - worstFirst.indexOf(two.state))
          .map((check) => (
            <li key={check.id} className={styles.check}>
              <div>
                <h2>{check.title}</h2>
                <p className={styles.state} data-state={check.state}>
                  {stateWords[check.state]}
                </p>
              </div>
              <div className={styles.body}>
                <p>{check.found}</p>
                {check.fix && <p>{check.fix}</p>}
                {check.command && (
                  <p className={styles.command}>
                    <code>{check.command}</code>
                    <CopyButton text={check.command} label={`Copy the command: ${check.title}`} />
                  </p>
                )}
                {check.id === "mail" && canSendMail && <TestMail />}
              </div>
            </li>
          ))}
      </ul>
    </>
  );
}

function TestMail() {
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
          {data && (data.isSent ? `It is on its way to ${data.to}.` : `Not taken: ${data.why}.`)}
        </output>
      </p>
      {send.isError && <ErrorNotice error={send.error} />}
    </>
  );
}
