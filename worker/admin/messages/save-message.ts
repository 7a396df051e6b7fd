import { recordChange, recordChangeIfApplied } from "../../audit/record-change.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import {
  deleteDraft,
  findMessage,
  insertMessage,
  updateDraft,
  type MessageContent,
  type MessageRow,
} from "../../email/messages/store.ts";
import { findRecipient } from "../../identity/store-profile.ts";
import { newId } from "../../lib/ids.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { hasRole } from "../../shared/roles.ts";
import type { NewMessage } from "./schema.ts";

// The audit log never has the text of a message, or whom a message to one customer is for: entries outlive the account.

/** A version of a message: when it was saved, in Unix milliseconds. */
export type MessageVersion = { id: string; updatedAt: number };

/**
 * Saves a message as a draft.
 * @throws `forbidden` for support, which writes to one customer only; `invalid_input` at `purpose`, or at `recipients`
 *   for a customer who does not exist
 */
export async function createMessage(ctx: UserCtx, input: NewMessage): Promise<MessageVersion> {
  const content = await toContent(ctx, input);
  const id = newId("msg", ctx.now);
  await commit(ctx.db, [
    insertMessage(ctx.db, {
      ...content,
      id,
      mode: ctx.config.stripe.mode,
      status: "draft",
      authorId: ctx.actor.userId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    ...storeRendered(ctx, [content.body]),
    recordChange(ctx, { action: "message.created", targetId: id, after: summarize(content) }),
  ]);
  return { id, updatedAt: ctx.now };
}

/**
 * Replaces a draft, unless somebody else has changed or sent it since.
 * @throws as `createMessage`; `not_found`, `edit_conflict`
 */
export async function updateMessage(
  ctx: UserCtx,
  { id, updatedAt: version, ...input }: NewMessage & MessageVersion,
): Promise<MessageVersion> {
  const before = await requireMessage(ctx, { id });
  const content = await toContent(ctx, input);
  // Always later than before, so that two edits in one millisecond differ.
  const updatedAt = Math.max(ctx.now, version + 1);
  const [updated] = await commit(ctx.db, [
    updateDraft(
      ctx.db,
      { id, updatedAt: version },
      { ...content, authorId: ctx.actor.userId, updatedAt },
    ),
    recordChangeIfApplied(ctx, {
      action: "message.updated",
      targetId: id,
      before: summarize(before),
      after: summarize(content),
    }),
    ...storeRendered(ctx, [content.body]),
  ]);
  if (updated?.meta.changes === 0) throw fail("edit_conflict");
  return { id, updatedAt };
}

/** Deletes a draft. @throws as `updateMessage` */
export async function deleteMessage(ctx: UserCtx, input: MessageVersion): Promise<void> {
  const message = await requireMessage(ctx, input);
  const [deleted] = await commit(ctx.db, [
    deleteDraft(ctx.db, input),
    recordChangeIfApplied(ctx, {
      action: "message.deleted",
      targetId: input.id,
      before: summarize(message),
    }),
  ]);
  if (deleted?.meta.changes === 0) throw fail("edit_conflict");
}

/** Returns the row of a message, for any member. @throws `not_found` */
export async function findMessageOrFail(ctx: Ctx, input: { id: string }): Promise<MessageRow> {
  const message = await findMessage(ctx.db, input.id);
  if (!message) throw fail("not_found", { reason: "no such message" });
  return message;
}

/**
 * Returns a message that the member may change, send and stop.
 * @throws `not_found`; `forbidden` as `createMessage`
 */
export async function requireMessage(ctx: UserCtx, { id }: { id: string }): Promise<MessageRow> {
  const message = await findMessageOrFail(ctx, { id });
  assertMayWriteTo(ctx, message);
  return message;
}

async function toContent(ctx: UserCtx, input: NewMessage): Promise<MessageContent> {
  assertMayWriteTo(ctx, input);
  const { recipients, purpose, ...texts } = input;
  if (purpose === "service" && recipients.of === "customers")
    throw failAt("purpose", "Only news can go to a filter.");
  if (recipients.of !== "customer") return { ...texts, purpose, recipients, userId: null };
  const { userId } = recipients;
  if (!(await findRecipient(ctx.db, userId)))
    throw failAt("recipients", "This customer doesn’t exist any longer.");
  return { ...texts, purpose, recipients: { of: "customer" }, userId };
}

function assertMayWriteTo({ actor }: UserCtx, { recipients }: { recipients: { of: string } }) {
  if (recipients.of !== "customer" && !hasRole(actor.role, "admin"))
    throw fail("forbidden", { reason: "support writes to one customer only" });
}

/** What the audit log says of a message. */
export function summarize({ purpose, recipients, body }: MessageContent) {
  return { purpose, recipients: recipients.of, bodyLength: body.length };
}
