import type { Ctx } from "../context.ts";
import { listOwned, type Owned } from "../delivery/library/list-library-items.ts";
import { showLibraryEntry } from "../delivery/library/show-library.ts";
import { readShop } from "../settings/shop-settings.ts";
import { renderLetter, type RenderedMail } from "./render-email.ts";
import type { MailRow } from "./store.ts";
import { writeLetter } from "./build-email-content.ts";

/**
 * A queued mail's words, from what its person has now.
 * @returns null where what it tells of is not so any more
 */
export async function composeMail(
  ctx: Ctx,
  mail: Pick<MailRow, "userId" | "kind" | "about" | "sourceId">,
  personName: string | null,
): Promise<RenderedMail | null> {
  const { userId, sourceId } = mail;
  const [owned, entry] = await Promise.all([
    listOwned(ctx, { userId }),
    showLibraryEntry(ctx, { userId, id: sourceId }),
  ]);
  if (!entry || !isStillSo(mail, entry)) return null;
  const others = owned.filter(({ id, access }) => access.active && id !== entry.id);
  if (mail.kind === "access_ended" && others.some(({ product }) => product.id === entry.product.id))
    return null;
  const { name } = await readShop(ctx);
  const letter = writeLetter(mail.kind, {
    shop: { name, origin: ctx.config.origin },
    personName,
    entry,
    remaining: others.map(({ product }) => product.name),
  });
  return letter && renderLetter(letter, name);
}

/** A mail that was written ahead names the end that it is about, and the end may have moved since. */
function isStillSo(
  { kind, about }: Pick<MailRow, "kind" | "about">,
  { access, renewsAt }: Owned,
): boolean {
  if (kind !== "ending_soon") return true;
  const end = access.reason === "subscription_canceling" ? access.until : renewsAt;
  return about.endsWith(`:${end}`);
}
