import { evidenceFields, MAX_EVIDENCE } from "../../../worker/shared/dispute-evidence.ts";
import type { Order } from "./queries.ts";

/** What the shop knows about a disputed purchase. Times in unix milliseconds. */
export type EvidenceFacts = {
  /** The shop's address on the web. */
  origin: string;
  purchase: Pick<Order, "id" | "createdAt" | "consentedAt" | "consentText" | "confirmedAt">;
  customer: { name: string | null; email: string | null };
  product: { name: string; tagline: string; description: string };
  benefits: Pick<Order["benefits"][number], "name" | "grantedAt">[];
  downloads: { name: string; count: number; firstAt: number; lastAt: number }[];
  sessions: {
    createdAt: number;
    lastSeenAt: number;
    userAgent: string | null;
    country: string | null;
  }[];
  /** What was sent to the customer. */
  emails: { kind: string; sentAt: number }[];
  /** The terms that the customer accepted, and the refund policy of today, as text; null if there is none. */
  terms: { url: string; text: string } | null;
  refundPolicy: { url: string; text: string } | null;
};

export type Evidence = Record<(typeof evidenceFields)[number], string>;

/**
 * Writes the evidence for a dispute: only what the shop recorded, in English, because the bank reads it. Times are in
 * UTC. What does not fit in a field is left out at its end, and the text says so.
 */
export function composeEvidence(facts: EvidenceFacts): Evidence {
  const { product, customer, purchase, refundPolicy } = facts;
  const begunAt = facts.benefits.map(({ grantedAt }) => grantedAt).toSorted((a, b) => a - b);
  const evidence: Evidence = {
    product_description: joinParts([
      `${product.name}. Digital product, delivered online at ${facts.origin}.`,
      product.tagline,
      withoutMarks(product.description),
    ]),
    customer_name: customer.name ?? "",
    customer_email_address: customer.email ?? "",
    service_date: toTime(begunAt[0] ?? purchase.createdAt).slice(0, 10),
    access_activity_log: listActivity(facts),
    refund_policy_disclosure:
      refundPolicy === null
        ? ""
        : joinParts([`The refund policy is published at ${refundPolicy.url}:`, refundPolicy.text]),
    uncategorized_text: joinParts([describeConsent(facts), listEmails(facts)]),
  };
  return Object.fromEntries(
    evidenceFields.map((field) => [field, fit(evidence[field])]),
  ) as Evidence;
}

/** Returns the text of Markdown as the bank can read it, with the paragraphs and lists that it has. */
function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)\s*/g, "")
    .replaceAll(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, "$1 ($2)")
    .replaceAll(/^(?:#{1,6}|>) ?/gm, "")
    .replaceAll(/(\*{1,3}|\b_{1,3})(?=\S)(.+?)(?<=\S)(?:\1)/g, "$2");
}

/** Writes the evidence as one file to hand in elsewhere. */
export function writeEvidenceFile(
  evidence: Evidence,
  dispute: { id: string; reason: string; openedAt: number },
): string {
  const sections = evidenceFields
    .filter((field) => evidence[field] !== "")
    .map((field) => `## ${field.replaceAll("_", " ")}\n\n${evidence[field]}\n`);
  const head = `# Evidence for dispute ${dispute.id}\n\nReason: ${dispute.reason.replaceAll("_", " ")}. Opened ${toTime(dispute.openedAt)}.\n`;
  return [head, ...sections].join("\n");
}

function listActivity({ purchase, benefits, downloads, sessions }: EvidenceFacts): string {
  const entries = [
    { at: purchase.createdAt, text: `Bought (${purchase.id})` },
    ...benefits.map(({ name, grantedAt: at }) => ({ at, text: `Access to ${name} began` })),
    ...downloads.map(({ name, count, firstAt, lastAt: at }) => ({
      at,
      text:
        count === 1
          ? `Downloaded ${name}`
          : `Downloaded ${name}, ${count} times since ${toTime(firstAt)}`,
    })),
    ...sessions.map(({ createdAt, lastSeenAt: at, userAgent, country }) => ({
      at,
      text: [
        `Used the account, signed in since ${toTime(createdAt)}`,
        country !== null && `from ${country}`,
        userAgent !== null && `with ${userAgent}`,
      ]
        .filter((part) => part !== false)
        .join(", "),
    })),
  ];
  return entries
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => `${toTime(at)}  ${text}`)
    .join("\n");
}

function describeConsent({ purchase, terms }: EvidenceFacts): string {
  const { consentedAt, consentText, confirmedAt } = purchase;
  if (consentedAt === null) return "";
  return joinParts([
    `At the checkout, on ${toTime(consentedAt)}, the customer agreed to this text:`,
    consentText ?? "",
    confirmedAt === null ? "" : `This was confirmed by email on ${toTime(confirmedAt)}.`,
    terms === null ? "" : `The terms at that time (${terms.url}):\n\n${terms.text}`,
  ]);
}

function listEmails({ emails }: EvidenceFacts): string {
  if (emails.length === 0) return "";
  const lines = emails
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map(({ kind, sentAt }) => `${toTime(sentAt)}  ${kind.replaceAll("_", " ")}`);
  return joinParts(["Emails sent to the customer about this purchase:", lines.join("\n")]);
}

/** "2026-11-02 14:03 UTC" */
function toTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const joinParts = (parts: string[]) => parts.filter((part) => part !== "").join("\n\n");

const CUT = "\n\n[cut]";

const fit = (text: string) =>
  text.length <= MAX_EVIDENCE ? text : text.slice(0, MAX_EVIDENCE - CUT.length) + CUT;
