import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Redirect, useParams } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { Deliveries } from "./deliveries.tsx";
import styles from "./developers.module.css";
import { explainEndpoint, getEndpointLabel } from "./endpoint-copy.ts";
import { DeleteEndpointDialog, RollSecretDialog } from "./endpoint-dialogs.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import {
  endpointQuery,
  serializeEndpointChange,
  useEndpointChange,
  type EndpointChange,
  type EndpointDetails,
} from "./endpoint-queries.ts";
import { describeTypes } from "./event-types.ts";
import { SendTest } from "./send-test.tsx";
import { ShownOnce } from "./shown-once.tsx";

/** `/admin/developers/webhooks/:id`: one endpoint with its deliveries. */
export default function EndpointPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <QueryBoundary
      query={useQuery(endpointQuery(id))}
      skeleton={<SkeletonLines lines={8} />}
      level="page"
    >
      {(endpoint) => <EndpointDetailsPage endpoint={endpoint} />}
    </QueryBoundary>
  );
}

function EndpointDetailsPage({ endpoint }: { endpoint: EndpointDetails }) {
  const { t, i18n } = useLingui();
  const { id, url, status } = endpoint;
  const change = useEndpointChange();
  const freshSignIn = useFreshSignIn("webhook-endpoint", change);
  const [opened, setOpened] = useState<"edit" | "roll" | "delete" | null>(null);
  const close = () => setOpened(null);
  const apply = (input: EndpointChange) =>
    change.mutate(serializeEndpointChange(input), {
      onSuccess: close,
      // A dialog makes way for the one that asks for a fresh sign-in. A form keeps what was typed.
      onError: () => setOpened((before) => (before === "edit" ? before : null)),
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
        <Notice tone={status === "disabled" ? "info" : "error"} title={problem.title}>
          <p>{problem.next}</p>
        </Notice>
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
            saved={{ url, description: endpoint.description, types: endpoint.types }}
            submitLabel={t`Save`}
            busyLabel={t`Saving…`}
            isSaving={change.isPending}
            error={freshSignIn.error}
            onChange={() => change.isError && change.reset()}
            onSubmit={(fields) => apply({ action: "edit", id, fields })}
            cancel={
              <Button kind="plain" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
            }
          />
        </PageSection>
      ) : (
        <>
          <EndpointFacts endpoint={endpoint} />
          <div className={styles.actions}>
            <Button onClick={() => setOpened("edit")}>
              <Trans>Edit</Trans>
            </Button>
            <Button onClick={() => setOpened("roll")}>
              <Trans>Roll secret</Trans>
            </Button>
            <Button kind="plain" onClick={() => setOpened("delete")}>
              <Trans>Delete</Trans>
            </Button>
          </div>
        </>
      )}
      <SendTest endpointId={id} />
      <Deliveries endpoint={endpoint} />
      {opened === "roll" && (
        <RollSecretDialog
          busy={change.isPending}
          onConfirm={(overlapSeconds) => apply({ action: "roll", id, overlapSeconds })}
          onClose={close}
        />
      )}
      {opened === "delete" && (
        <DeleteEndpointDialog
          url={url}
          busy={change.isPending}
          onConfirm={() => apply({ action: "delete", id })}
          onClose={close}
        />
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
  const { types, waiting, previousSecretExpiresAt } = endpoint;
  const waitingCount = formats.number(waiting.count);
  return (
    <DescriptionList
      items={[
        [t`Status`, getEndpointLabel(i18n, endpoint)],
        [t`Description`, endpoint.description || null],
        [t`Events`, types.length > 1 ? types.join(", ") : describeTypes(i18n, types)],
        [t`Pending events`, waiting.isCapped ? t`${waitingCount} or more` : waitingCount],
        [t`Created`, formats.date(Date.parse(endpoint.createdAt))],
        [
          t`Old secret expires`,
          previousSecretExpiresAt && formats.dateTime(Date.parse(previousSecretExpiresAt)),
        ],
        [t`ID`, <code key="id">{endpoint.id}</code>],
      ]}
    />
  );
}
