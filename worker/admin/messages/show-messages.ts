import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { readPage, type Page, type PageInput } from "../../db/page-cursor.ts";
import { countOutcomes, type Outcomes } from "../../email/messages/outcomes.ts";
import {
  countEmailsOfMessages,
  listMessageRows,
  type MessageRow,
} from "../../email/messages/store.ts";
import { listUsersById } from "../../identity/store-profile.ts";
import { pick } from "../../lib/pick.ts";
import { findMessageOrFail, requireMessage } from "./save-message.ts";
import { countRecipients, type RecipientCount } from "./list-recipients.ts";

/** Whom a message is for, by name; null if it is unknown. Filters are as in the URL of the list of customers. */
type RecipientsShown =
  | { of: "customer"; userId: string; name: string | null }
  | { of: "product"; productId: string; name: string | null }
  | { of: "customers"; filters: Record<string, string> };

const listedFields = [
  "id",
  "purpose",
  "subject",
  "status",
  "queued",
  "leftOut",
  "createdAt",
  "updatedAt",
  "startedAt",
  "endedAt",
] as const;

type ListedMessage = Pick<MessageRow, (typeof listedFields)[number]> & {
  recipients: RecipientsShown;
  outcomes: Outcomes;
};

/** Lists messages, newest first, with how many have got each so far. */
export async function listMessages(ctx: Ctx, input: PageInput): Promise<Page<ListedMessage>> {
  const page = await readPage(input, (window) => listMessageRows(ctx.db, window));
  return { ...page, items: await describe(ctx, page.items) };
}

/** A message with its text. `hasSender`: whether the shop can send emails at all. */
type ShownMessage = ListedMessage & { body: string; hasSender: boolean };

/** Returns a message. @throws `not_found` */
export async function showMessage(ctx: Ctx, input: { id: string }): Promise<ShownMessage> {
  const message = await findMessageOrFail(ctx, input);
  const [described] = await describe(ctx, [message]);
  const hasSender = ctx.config.auth.emailSender !== undefined;
  return { ...described!, body: message.body, hasSender };
}

/** Counts who would get a draft now. @throws as `requireMessage` */
export async function countRecipientsOf(
  ctx: UserCtx,
  input: { id: string },
): Promise<RecipientCount> {
  return countRecipients(ctx, await requireMessage(ctx, input));
}

async function describe(ctx: Ctx, rows: MessageRow[]): Promise<ListedMessage[]> {
  const open = rows.filter(({ startedAt, endedAt }) => startedAt !== null && endedAt === null);
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const idsOfProducts = rows.flatMap(({ recipients }) =>
    recipients.of === "product" ? [recipients.productId] : [],
  );
  const [counts, products, users] = await Promise.all([
    countEmailsOfMessages(
      ctx.db,
      open.map(({ id }) => id),
    ),
    mapProductSummaries(ctx, { ids: idsOfProducts }),
    userIds.length === 0 ? [] : listUsersById(ctx.db, userIds),
  ]);
  const nameOf = (id: string) => {
    const user = users.find((each) => each.id === id);
    return user ? (user.name ?? user.email) : (products.get(id)?.name ?? null);
  };
  return rows.map((row) => {
    const outcomes =
      row.endedAt === null
        ? countOutcomes(counts.filter(({ sourceId }) => sourceId === row.id))
        : toKeptOutcomes(row);
    // Cron notes it within minutes.
    const isDone = row.status === "sending" && outcomes.waiting === 0;
    const status = isDone ? ("sent" as const) : row.status;
    return { ...pick(row, listedFields), status, recipients: show(row, nameOf), outcomes };
  });
}

/** What was counted at the end: emails are deleted with an account. */
function toKeptOutcomes({ queued, sentCount, failedCount }: MessageRow): Outcomes {
  const [sent, failed] = [sentCount ?? 0, failedCount ?? 0];
  return { waiting: 0, sent, failed, skipped: queued - sent - failed };
}

function show(
  { recipients, userId }: MessageRow,
  nameOf: (id: string) => string | null,
): RecipientsShown {
  switch (recipients.of) {
    case "customer":
      return { ...recipients, userId: userId ?? "", name: userId && nameOf(userId) };
    case "product":
      return { ...recipients, name: nameOf(recipients.productId) };
    case "customers": {
      const filters = Object.entries(recipients.filters).map(([name, value]) => [
        name,
        String(value),
      ]);
      return { of: "customers", filters: Object.fromEntries(filters) };
    }
  }
}
