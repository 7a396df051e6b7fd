import { lte, sql } from "drizzle-orm";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { emailLinkRequests, emailTokens } from "../../db/schema/account.ts";

export type EmailTokenRow = typeof emailTokens.$inferSelect;

/**
 * Counts a request for a link, unless a limit is reached: then it changes no row. `after`: requests count if they are
 * newer, in unix milliseconds.
 */
export function insertEmailLinkRequest(
  row: EmailTokenRow,
  request: { emailHash: string; networkHash: string | null; after: number },
  limits: {
    unexpired: number;
    perEmailAndHour: number;
    perNetworkAndHour: number;
    emailsPerNetworkAndHour: number;
  },
) {
  const { emailHash, networkHash, after } = request;
  return sql`INSERT INTO email_link_requests (token_hash, email_hash, network_hash, created_at)
      SELECT ${row.tokenHash}, ${emailHash}, ${networkHash}, ${row.createdAt}
      WHERE (SELECT count(*) FROM email_tokens
          WHERE email = ${row.email} AND expires_at > ${row.createdAt}) < ${limits.unexpired}
        AND (SELECT count(*) FROM email_link_requests
          WHERE email_hash = ${emailHash} AND created_at > ${after}) < ${limits.perEmailAndHour}
        AND (SELECT count(*) FROM email_link_requests
          WHERE network_hash = ${networkHash} AND created_at > ${after}) < ${limits.perNetworkAndHour}
        AND (SELECT count(DISTINCT email_hash) FROM email_link_requests
          WHERE network_hash = ${networkHash} AND created_at > ${after}
            AND email_hash <> ${emailHash}) < ${limits.emailsPerNetworkAndHour}`;
}

/** Inserts the token if the previous statement of the batch counted its request. */
export function insertEmailTokenIfCounted(row: EmailTokenRow) {
  return sql`INSERT INTO email_tokens (token_hash, email, created_at, expires_at)
      SELECT ${row.tokenHash}, ${row.email}, ${row.createdAt}, ${row.expiresAt}
      WHERE changes() > 0`;
}

export function deleteOldEmailLinkRequests(db: Database, until: number): Statement {
  return db.delete(emailLinkRequests).where(lte(emailLinkRequests.createdAt, until));
}

export function deleteExpiredEmailTokens(db: Database, now: number): Statement {
  return db.delete(emailTokens).where(lte(emailTokens.expiresAt, now));
}

/** Consumes a link. Of two concurrent requests, only one gets it. */
export function consumeEmailToken(db: Database, tokenHash: string, email: string) {
  return db.delete(emailTokens).where(matches(emailTokens, { tokenHash, email })).returning().get();
}
