/**
 * The data points that the Worker writes to Workers Analytics Engine, and the columns of each. `blob1` is the kind of
 * the point (also `index1`), `blob2` the id of the deployed version. The other blobs and the doubles follow in the order
 * of these lists, so new ones are added at the end. The table of docs/guides/metrics.md is made from it:
 * `npm run metrics:guide`.
 */
export const points = {
  /** A request that the Worker answered. Requests for files of the frontend never reach it. */
  request: {
    blobs: [
      /** `session`, `license`, `check`, `ingress` (the four frequent calls); `v1`, `admin`, `me`, `auth`, `shop`, `health` (the rest of `/api`); `buy`, `plain`, `preview`; or `page`. */
      "route",
      /** `2xx`, `3xx`, `4xx` or `5xx`. */
      "status",
      "method",
    ],
    doubles: [
      /** Milliseconds until the answer began. A Worker's clock stands still while it calculates, so CPU time is missing. */
      "duration_ms",
      /** Rows that batches read. Single queries do not say it, and for `session`, `license`, `check` and `ingress` it is 0. */
      "rows_read",
      /** Rows that batches wrote, indexes included; 0 for the same four. */
      "rows_written",
    ],
  },
  /** A run of cron, or a batch of messages of a queue. */
  job: {
    blobs: [
      /** `cron_frequent`, `cron_hourly`, `cron_nightly`, or the queue: `sync`, `dead_letters`, `webhooks`. */
      "job",
      /** `ok`, or `failed` if a step of cron failed or the batch is delivered again. */
      "outcome",
    ],
    doubles: [
      /** Milliseconds, most of them waiting for D1 and Stripe. */
      "duration_ms",
      /** Messages of the batch; 0 for cron. */
      "messages",
      /** Rows that batches of statements read. */
      "rows_read",
      /** Rows that batches of statements wrote, indexes included. */
      "rows_written",
    ],
  },
  /** A sync of a customer, a product or a price move. */
  sync: {
    blobs: [
      /** `customer`, `product` or `price_move`. */
      "subject",
      /** `ok`, `busy` if another worker was at it, or `failed`. The last two are tried again. */
      "outcome",
    ],
    doubles: [
      /** Milliseconds since its first message was sent, also if this is not the first attempt. */
      "lag_ms",
      /** Which attempt this was. */
      "attempts",
    ],
  },
  /** An event of Stripe that was received by the webhook. */
  webhook: {
    blobs: [
      /** Its type, as `invoice.paid`. */
      "type",
    ],
    doubles: [
      /** Milliseconds since Stripe created it. Stripe says it in whole seconds. */
      "lag_ms",
    ],
  },
  /** A round of deliveries to a webhook endpoint of another program. */
  delivery: {
    blobs: [
      /** The id of the endpoint. */
      "endpoint",
    ],
    doubles: [
      /** Attempts that were accepted. */
      "delivered",
      /** Attempts that failed. They are tried again. */
      "failed",
      /** Milliseconds that the oldest delivery of the round had waited, also because of earlier attempts. */
      "lag_ms",
    ],
  },
  /** A group of emails that was handed to the email service. */
  emails: {
    blobs: [],
    doubles: [
      /** Accepted. */
      "sent",
      /** Not accepted, or not written. Most are tried again. */
      "failed",
      /** Milliseconds that the oldest one had waited. */
      "lag_ms",
    ],
  },
  /** The shop itself, every five minutes. */
  shop: {
    blobs: [],
    doubles: [
      /** Bytes of the database, as D1 says it (`meta.size_after`). D1 takes 10 GB. */
      "database_bytes",
      /** Milliseconds that the oldest event of Stripe has waited for its sync; 0 if none waits. */
      "oldest_event_ms",
      /** Milliseconds that the oldest due email has waited; 0 if none waits. */
      "oldest_email_ms",
      /** Problems that `/api/health` names. */
      "problems",
    ],
  },
} as const;

type Points = typeof points;
export type PointKind = keyof Points;

/** The values of a point, by the names of its columns. */
export type PointValues<Kind extends PointKind> = Record<Points[Kind]["blobs"][number], string> &
  Record<Points[Kind]["doubles"][number], number>;
