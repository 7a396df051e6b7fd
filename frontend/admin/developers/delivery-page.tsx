import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import styles from "./developers.module.css";
import {
  getDeliveryLabel,
  describeAttempt,
  describeNextAttempt,
  explainAttempt,
} from "./endpoint-copy.ts";
import { deliveryQuery, useRetryDelivery, type DeliveryDetails } from "./endpoint-queries.ts";

/** `/admin/developers/webhooks/:endpointId/deliveries/:id`: what was sent, and what the endpoint answered. */
export default function DeliveryPage() {
  const { endpointId = "", id = "" } = useParams<{ endpointId: string; id: string }>();
  const query = useQuery(deliveryQuery(endpointId, id));
  return (
    <QueryBoundary query={query} skeleton={<SkeletonLines lines={8} />} level="page">
      {(delivery) => <DeliveryDetailsPage delivery={delivery} now={query.dataUpdatedAt} />}
    </QueryBoundary>
  );
}

function DeliveryDetailsPage({ delivery, now }: { delivery: DeliveryDetails; now: number }) {
  const { id, endpointId, url, type, status, event, eventId, attemptedAt, responseBody } = delivery;
  const retry = useRetryDelivery(endpointId);
  const error = explainAttempt(delivery);
  const next = describeNextAttempt(delivery, delivery.endpointStatus, now);
  return (
    <ConsolePage
      title={type ?? eventId}
      parent={{ href: developerPaths.endpoint(endpointId), name: "Endpoint" }}
      description={
        <p>
          <strong className={status === "failed" ? styles.failed : undefined}>
            {getDeliveryLabel(delivery)}.
          </strong>{" "}
          {error} {next}
        </p>
      }
      actions={
        <Button
          kind={status === "failed" ? "primary" : "secondary"}
          busy={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          {retry.isPending ? "Retrying…" : status === "delivered" ? "Send again" : "Retry now"}
        </Button>
      }
    >
      {retry.isError && <ErrorNotice error={retry.error} />}
      <DescriptionList
        items={[
          [
            "Endpoint",
            <Link key="url" href={developerPaths.endpoint(endpointId)} className={styles.url}>
              {url}
            </Link>,
          ],
          [
            "Event",
            <Link key="event" href={developerPaths.feedEvent(eventId)}>
              {eventId}
            </Link>,
          ],
          ["Happened", event && formatDateTime(Date.parse(event.timestamp))],
          ["Latest attempt", attemptedAt && formatDateTime(Date.parse(attemptedAt))],
          ["Attempts", delivery.attempts],
        ]}
      />
      <PageSection title="Answer" description="The status and the first kilobyte of the body.">
        <p>{describeAttempt(delivery)}</p>
        {responseBody && <CodeBlock label="the answer" title="Body" code={responseBody} />}
      </PageSection>
      {event && <SentRequest delivery={delivery} event={event} />}
    </ConsolePage>
  );
}

/** The request of the latest attempt. Each attempt has its own signature, which is not stored. */
function SentRequest({
  delivery: { url, attemptedAt },
  event,
}: {
  delivery: DeliveryDetails;
  event: NonNullable<DeliveryDetails["event"]>;
}) {
  const headers = [
    "content-type: application/json",
    `webhook-id: ${event.id}`,
    ...(attemptedAt === null
      ? []
      : [`webhook-timestamp: ${Math.floor(Date.parse(attemptedAt) / 1000)}`]),
    "webhook-signature: v1,…",
  ];
  return (
    <PageSection
      title="Request"
      description="Each attempt has its own signature, which is not stored."
    >
      <CodeBlock label="the headers" title={`POST ${url}`} code={headers.join("\n")} />
      <CodeBlock label="the body" title="Body" code={JSON.stringify(event, null, 2)} />
    </PageSection>
  );
}
