import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
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
    <QueryBoundary query={query} lines={8} level="page">
      {(delivery) => <DeliveryDetailsPage delivery={delivery} now={query.dataUpdatedAt} />}
    </QueryBoundary>
  );
}

function DeliveryDetailsPage({ delivery, now }: { delivery: DeliveryDetails; now: number }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { id, endpointId, url, type, status, event, eventId, attemptedAt, responseBody } = delivery;
  const retry = useRetryDelivery(endpointId);
  const error = explainAttempt(i18n, delivery);
  const next = describeNextAttempt(i18n, delivery, delivery.endpointStatus, now);
  return (
    <ConsolePage
      title={type ?? eventId}
      parent={{ href: developerPaths.endpoint(endpointId), name: t`Endpoint` }}
      description={
        <p>
          <strong className={status === "failed" ? shapes.failed : undefined}>
            {getDeliveryLabel(i18n, delivery)}.
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
          {retry.isPending ? t`Retrying…` : status === "delivered" ? t`Send again` : t`Retry now`}
        </Button>
      }
    >
      {retry.isError && <ErrorNotice error={retry.error} />}
      <DescriptionList
        items={{
          [t`Endpoint`]: (
            <Link href={developerPaths.endpoint(endpointId)} className={styles.url}>
              {url}
            </Link>
          ),
          [t`Event`]: <Link href={developerPaths.feedEvent(eventId)}>{eventId}</Link>,
          [t`Created`]: event && formats.dateTime(Date.parse(event.timestamp)),
          [t`Latest attempt`]: attemptedAt && formats.dateTime(Date.parse(attemptedAt)),
          [t`Attempts`]: delivery.attempts,
        }}
      />
      <PageSection
        title={t`Response`}
        description={t`The status code and the first kilobyte of the body.`}
      >
        <p>{describeAttempt(i18n, delivery)}</p>
        {responseBody && <CodeBlock label={t`the response`} title={t`Body`} code={responseBody} />}
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
  const { t } = useLingui();
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
      title={t`Request`}
      description={t`Each attempt has its own signature, which is not stored.`}
    >
      <CodeBlock label={t`the headers`} title={`POST ${url}`} code={headers.join("\n")} />
      <CodeBlock label={t`the body`} title={t`Body`} code={JSON.stringify(event, null, 2)} />
    </PageSection>
  );
}
