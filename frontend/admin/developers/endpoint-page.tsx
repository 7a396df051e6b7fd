import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Redirect, useParams } from "wouter";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDate, formatDateTime } from "../../ui/format-time.ts";
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
  const problem = explainEndpoint(endpoint);
  if (change.data?.action === "delete") return <Redirect to={developerPaths.webhooks} replace />;
  return (
    <ConsolePage
      title="Endpoint"
      parent={{ href: developerPaths.webhooks, name: "Webhooks" }}
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
          title="The new signing secret"
          name="signing secret"
          secret={change.data.secret}
        />
      )}
      {freshSignIn.error && opened !== "edit" && <SubmitErrorNotice error={freshSignIn.error} />}
      {opened === "edit" ? (
        <PageSection title="Edit endpoint">
          <EndpointForm
            saved={{ url, description: endpoint.description, types: endpoint.types }}
            submitLabel="Save"
            busyLabel="Saving…"
            isSaving={change.isPending}
            error={freshSignIn.error}
            onChange={() => change.isError && change.reset()}
            onSubmit={(fields) => apply({ action: "edit", id, fields })}
            cancel={
              <Button kind="plain" onClick={close}>
                Cancel
              </Button>
            }
          />
        </PageSection>
      ) : (
        <>
          <EndpointFacts endpoint={endpoint} />
          <div className={styles.actions}>
            <Button onClick={() => setOpened("edit")}>Edit</Button>
            <Button onClick={() => setOpened("roll")}>Roll secret</Button>
            <Button kind="plain" onClick={() => setOpened("delete")}>
              Delete
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
  const label = { enabled: "Disable", disabled: "Enable", paused: "Resume" }[status];
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
  const { types, waiting, previousSecretExpiresAt } = endpoint;
  return (
    <DescriptionList
      items={[
        ["Status", getEndpointLabel(endpoint)],
        ["Description", endpoint.description || null],
        ["Events", types.length > 1 ? types.join(", ") : describeTypes(types)],
        ["Waiting events", waiting.isCapped ? `${waiting.count} or more` : waiting.count],
        ["Created", formatDate(Date.parse(endpoint.createdAt))],
        [
          "Old secret signs until",
          previousSecretExpiresAt && formatDateTime(Date.parse(previousSecretExpiresAt)),
        ],
        ["Id", <code key="id">{endpoint.id}</code>],
      ]}
    />
  );
}
