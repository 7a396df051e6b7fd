import { readSenderDomain } from "../../deploy/sending-domain.ts";
import { accept, refuse, warn, type Answers, type Finding } from "../finding.ts";
import { describeNetworkError, type Surroundings } from "../surroundings.ts";

const RESEND = "https://api.resend.com";

type Domains = { data?: { name: string; status: string }[]; name?: string; message?: string };

export const refuseSender = (from: string): Finding =>
  refuse(
    `EMAIL_FROM ${from} is no sender.`,
    'It is an address, or a name with one: "Fern <shop@fern.example>".',
  );

/** Checks the sender and the key of the email service. Sends nothing. */
export async function checkMail(
  { fetch }: Pick<Surroundings, "fetch">,
  answers: Answers,
): Promise<Finding[]> {
  const { EMAIL_FROM: from = "", EMAIL_API_KEY: key = "", EMAIL_API_URL: url = RESEND } = answers;
  if (!from && !key)
    return [
      warn(
        "No email service: the shop sends no receipts, no sign-in links and no alerts.",
        "You can run the setup again to add one.",
      ),
    ];
  const domain = readSenderDomain(from);
  if (domain === undefined) return [refuseSender(from)];
  let status: number;
  let body: Domains;
  try {
    const response = await fetch(`${url}/domains`, { headers: { authorization: `Bearer ${key}` } });
    status = response.status;
    body = (await response.json().catch(() => ({}))) as Domains;
  } catch (error) {
    return [
      refuse(
        `The email service could not be reached: ${describeNetworkError(error)}.`,
        "Try again in a minute.",
      ),
    ];
  }
  // A key that may only send is right, and may not list domains.
  if (body.name === "restricted_api_key")
    return [
      warn(
        "The key may send emails. It may not list domains, so the sender's domain was not checked.",
        `Make sure that ${domain} is verified at https://resend.com/domains.`,
      ),
    ];
  if (status === 404)
    return [
      warn(
        "The email service does not list its domains, so the key was not checked.",
        "Send yourself a sign-in link after the setup.",
      ),
    ];
  if (body.data === undefined)
    return [
      refuse(
        `The email service refuses the key (${status}${body.message ? `: ${body.message}` : ""}).`,
        "Create one at https://resend.com/api-keys.",
      ),
    ];
  return [describeDomain(domain, body.data)];
}

function describeDomain(domain: string, domains: { name: string; status: string }[]): Finding {
  const found = domains.find(({ name }) => domain === name || domain.endsWith(`.${name}`));
  if (found?.status === "verified") return accept(`Emails come from ${domain}, which is verified.`);
  return refuse(
    found
      ? `The domain ${found.name} is not verified yet (${found.status}).`
      : `The email account has no domain ${domain}.`,
    "Add it at https://resend.com/domains, set its DNS records, and come back.",
  );
}
