import type { Ctx } from "../../context.ts";
import { showLibrary } from "../library/show-library.ts";
import { renderLetter, type RenderedMail } from "./render-letter.ts";
import type { MailRow } from "./store.ts";
import { writeLetter } from "./write-letter.ts";

/**
 * A queued mail's words, from what its person has now.
 * @returns null where what it tells of is not so any more
 */
export async function composeMail(
  ctx: Ctx,
  mail: Pick<MailRow, "userId" | "kind" | "about" | "sourceId">,
  personName: string | null,
): Promise<RenderedMail | null> {
  const entries = await showLibrary(ctx, { userId: mail.userId });
  const entry = entries.find(({ id }) => id === mail.sourceId);
  if (!entry) return null;
  // Written ahead: the end may have moved since.
  if (
    mail.kind === "ending_soon" &&
    !mail.about.endsWith(
      `:${entry.access.reason === "subscription_canceling" ? entry.access.until : entry.renewsAt}`,
    )
  )
    return null;
  const { name } = ctx.config.shop;
  const letter = writeLetter(mail.kind, {
    shop: { name, origin: ctx.config.origin },
    personName,
    entry,
    remaining: entries
      .filter(({ id, access }) => access.active && id !== entry.id)
      .map(({ product }) => product.name),
  });
  return letter && renderLetter(letter, name);
}
