import { useLingui, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Redirect } from "wouter";
import { RollDialog, ShownOnce } from "./secrets.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../form/form-errors.tsx";
import { Deliveries } from "./deliveries.tsx";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
import {
  explainEndpoint,
  getEndpointLabel,
  describeAttempt,
  explainAttempt,
} from "./endpoint-copy.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import {
  endpointQuery,
  useEndpointChange,
  type EndpointChange,
  type EndpointDetails,
  useTestEvent,
} from "./endpoint-queries.ts";
import { describeTypes } from "./event-types.ts";
import { refetch } from "../frame/queries.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";

/** `/admin/developers/webhooks/:id`: one endpoint with its deliveries. */
export default function EndpointPage() {
  return <DetailPage query={endpointQuery} Content={EndpointDetailsPage} />;
}

const toValues = ({ url, description, types, updatedAt }: EndpointDetails) => ({
  url,
  description,
  types,
  updatedAt,
});

function EndpointDetailsPage({ data: endpoint }: { data: EndpointDetails }) {
  const { t, i18n } = useLingui();
  const { id, url, status } = endpoint;
  const change = useEndpointChange();
  const freshSignIn = useFreshSignIn("webhook-endpoint", change);
  const [opened, setOpened] = useState<"edit" | "roll" | "delete" | null>(null);
  const close = () => setOpened(null);
  const apply = (input: EndpointChange) =>
    change.mutate(input, {
      onSuccess: close,
      // A dialog makes way for the one that asks for a fresh sign-in.
      onError: close,
    });
  const problem = explainEndpoint(i18n, endpoint);
  if (change.data?.action === "delete") return <Redirect to={developerPaths.webhooks} replace />;
  return (
    <ConsolePage
      title={t`Endpoint`}
      parent={{ href: developerPaths.webhooks, name: t`Webhooks` }}
      description={<span className={styles.url}>{url}</span>}
      actions={
        <StatusButton
          status={status}
          busy={change.isPending}
          onChange={(next) => apply({ action: "status", id, status: next })}
        />
      }
    >
      {problem && (
        <Notice
          tone={status === "disabled" ? "info" : "error"}
          title={problem.title}
          text={problem.next}
        />
      )}
      {change.data?.secret && (
        <ShownOnce
          title={t`Your new signing secret`}
          copyLabel={t`Copy signing secret`}
          secret={change.data.secret}
        />
      )}
      {freshSignIn.error && opened !== "edit" && <SubmitErrorNotice error={freshSignIn.error} />}
      {opened === "edit" ? (
        <PageSection title={t`Edit endpoint`}>
          <EndpointForm
            saved={toValues(endpoint)}
            refetch={async () => toValues(await refetch(endpointQuery(id)))}
            submitLabel={t`Save`}
            error={freshSignIn.error}
            save={async ({ updatedAt: version, ...fields }) => {
              await change.mutateAsync({ action: "edit", id, fields, version });
              close();
            }}
            cancel={
              <Button kind="plain" onClick={close}>
                {t`Cancel`}
              </Button>
            }
          />
        </PageSection>
      ) : (
        <>
          <EndpointFacts endpoint={endpoint} />
          <div className={shapes.actions}>
            <Button onClick={() => setOpened("edit")}>{t`Edit`}</Button>
            <Button onClick={() => setOpened("roll")}>{t`Roll secret`}</Button>
            <Button kind="plain" onClick={() => setOpened("delete")}>
              {t`Delete`}
            </Button>
          </div>
        </>
      )}
      <SendTest endpointId={id} />
      <Deliveries endpoint={endpoint} />
      {opened === "roll" && (
        <RollDialog
          title={t`Roll the signing secret?`}
          confirmLabel={t`Roll secret`}
          text={t`You get a new secret. Until the old secret expires, each event is signed with both, so no event is rejected while you update your program.`}
          fieldLabel={t`Old secret expires`}
          busy={change.isPending}
          onConfirm={(hours) => apply({ action: "roll", id, overlapSeconds: hours * 3600 })}
          onClose={close}
        />
      )}
      {opened === "delete" && (
        <ConfirmDialog
          title={t`Delete this endpoint?`}
          confirmLabel={t`Delete endpoint`}
          kind="danger"
          busy={change.isPending}
          busyLabel={t`Deleting…`}
          onConfirm={() => apply({ action: "delete", id })}
          onClose={close}
        >
          <p>
            <Trans>
              <span className={styles.url}>{url}</span> no longer receives events, and its delivery
              history is deleted. The events stay in the feed. To pause the endpoint, disable it
              instead.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
      {freshSignIn.dialog}
    </ConsolePage>
  );
}

/** Enables, resumes or disables the endpoint. */
function StatusButton({
  status,
  busy,
  onChange,
}: {
  status: EndpointDetails["status"];
  busy: boolean;
  onChange: (status: "enabled" | "disabled") => void;
}) {
  const { t } = useLingui();
  const label = { enabled: t`Disable`, disabled: t`Enable`, paused: t`Resume` }[status];
  return (
    <Button
      kind={status === "paused" ? "primary" : "secondary"}
      busy={busy}
      onClick={() => onChange(status === "enabled" ? "disabled" : "enabled")}
    >
      {label}
    </Button>
  );
}

function EndpointFacts({ endpoint }: { endpoint: EndpointDetails }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { types, waiting, previousSecretExpiresAt, createdBy } = endpoint;
  const maker =
    createdBy === null
      ? t`Unknown (created by an older version of the shop)`
      : createdBy.startsWith("key_")
        ? t`An API key`
        : (endpoint.createdByName ?? t`Deleted user`);
  const waitingCount = formats.number(waiting.count);
  return (
    <DescriptionList
      items={{
        [t`Status`]: getEndpointLabel(i18n, endpoint),
        [t`Description`]: endpoint.description || null,
        [t`Events`]: types.length > 1 ? types.join(", ") : describeTypes(i18n, types),
        [t`Pending events`]: waiting.isCapped ? t`${waitingCount} or more` : waitingCount,
        [t`Created`]: formats.date(Date.parse(endpoint.createdAt)),
        [t`Created by`]: maker,
        [t`Old secret expires`]:
          previousSecretExpiresAt && formats.dateTime(Date.parse(previousSecretExpiresAt)),
        [t`ID`]: <code>{endpoint.id}</code>,
      }}
    />
  );
}

/** Sends a test event and shows what the endpoint answered. */
function SendTest({ endpointId }: { endpointId: string }) {
  const { t, i18n } = useLingui();
  const test = useTestEvent(endpointId);
  const { data } = test;
  const attempt = data && describeAttempt(i18n, data);
  const explanation = data && explainAttempt(i18n, data);
  return (
    <PageSection
      title={t`Test`}
      description={t`Sends one signed event now. It’s not part of the event feed and is not retried.`}
      actions={
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? t`Sending…` : t`Send test event`}
        </Button>
      }
    >
      {test.isError && <ErrorNotice error={test.error} />}
      {data && (
        <>
          <output className={explanation ? shapes.failed : undefined}>
            {explanation
              ? t`${explanation} (${attempt})`
              : t`The endpoint accepted the event: ${attempt}`}
          </output>
          {data.responseBody && (
            <CodeBlock label={t`the response`} title={t`Response`} code={data.responseBody} />
          )}
        </>
      )}
    </PageSection>
  );
}
