import type { CloudflareApi } from "../../deploy/cloudflare-api.ts";
import { findSendingState, readSenderDomain } from "../../deploy/sending-domain.ts";
import { accept, refuse, warn, type Answers, type Finding } from "../finding.ts";
import { refuseSender } from "./mail.ts";

/** Checks that the account sends emails from the sender's domain by Cloudflare's Email Sending. Sends nothing. */
export async function checkCloudflareMail(
  api: CloudflareApi,
  { EMAIL_FROM: from = "", CLOUDFLARE_ACCOUNT_ID: accountId = "" }: Answers,
): Promise<Finding[]> {
  const domain = readSenderDomain(from);
  if (domain === undefined) return [refuseSender(from)];
  const read = async <Result>(path: string) => {
    const answer = await api.send<Result>("GET", path);
    return answer.ok ? answer.result : null;
  };
  switch (await findSendingState(read, { accountId, domain })) {
    case "enabled":
      return [accept(`Emails come from ${domain}, which Cloudflare sends for.`)];
    case "unknown":
      return [
        warn(
          "The token may not read Email Sending, so the sender's domain was not checked.",
          `Make sure that ${domain} is enabled: npx wrangler email sending list. The setup hears of bounces only with the right Zone › Email Sending › Read.`,
        ),
      ];
    default:
      return [
        refuse(
          `Email Sending is not enabled for ${domain} in this account.`,
          `Run npx wrangler email sending enable ${domain}, which adds its DNS records, and come back. The domain must be one of the account.`,
        ),
      ];
  }
}
