import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { requireHigherRole } from "../../identity/team/require-higher-role.ts";
import { recordChange, recordChangeIfApplied } from "../../audit/record-change.ts";
import {
  deleteNote,
  findNote,
  insertNote,
  updateNote,
  type NoteRow,
} from "../../account/store-notes.ts";

// The audit log never has the text of a note: entries outlive the account, and a note is about a person.

/**
 * Adds a note about a customer, in the name of the member who is signed in.
 * @throws `not_found` for an unknown or deleted account; as `requireHigherRole`
 */
export async function addNote(
  ctx: UserCtx,
  input: { userId: string; body: string },
): Promise<{ id: string }> {
  await requireHigherRole(ctx, input);
  const id = newId("nte", ctx.now);
  const [inserted] = await commit(ctx.db, [
    insertNote({ ...input, id, authorId: ctx.actor.userId, createdAt: ctx.now }),
    recordChangeIfApplied(ctx, {
      action: "note.added",
      targetId: input.userId,
      after: { note: id },
    }),
  ]);
  if (inserted?.meta.changes === 0) throw fail("not_found", { reason: "no such account" });
  return { id };
}

/** Changes the text of a note. @throws as `findOwnNote` */
export async function editNote(
  ctx: UserCtx,
  input: { userId: string; id: string; body: string },
): Promise<void> {
  const { id, userId, body } = input;
  await findOwnNote(ctx, { id, userId });
  await commit(ctx.db, [
    updateNote(ctx.db, { id, body, now: ctx.now }),
    recordChange(ctx, { action: "note.updated", targetId: userId, after: { note: id } }),
  ]);
}

/** Deletes a note permanently. @throws as `findOwnNote` */
export async function removeNote(
  ctx: UserCtx,
  input: { userId: string; id: string },
): Promise<void> {
  const { id, userId } = await findOwnNote(ctx, input);
  await commit(ctx.db, [
    deleteNote(ctx.db, id),
    recordChange(ctx, { action: "note.removed", targetId: userId, before: { note: id } }),
  ]);
}

/**
 * Returns a note that the member may change: their own, and for an owner any.
 * @throws `not_found`; `forbidden` for another member's note
 */
async function findOwnNote(ctx: UserCtx, input: { userId: string; id: string }): Promise<NoteRow> {
  const note = await findNote(ctx.db, input);
  if (!note) throw fail("not_found", { reason: "no such note" });
  if (note.authorId !== ctx.actor.userId && ctx.actor.role !== "owner")
    throw fail("forbidden", { reason: "the note is of another member" });
  return note;
}
