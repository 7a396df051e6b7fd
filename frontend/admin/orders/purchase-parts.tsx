import { Trans, useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useFormats } from "../../i18n/use-formats.ts";
import { Table, type CellContext, type Column } from "../list/table.tsx";
import type { SoldKind } from "../../../worker/shared/sold-kinds.ts";
import { PageSection } from "../frame/console-page.tsx";
import { Badge, joinFacts, type Status } from "../frame/label.tsx";
import { StripeLink } from "../frame/new-tab-links.tsx";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

type Agreed = Pick<Order, "consentedAt" | "consentText" | "confirmedAt" | "consent">;

const kindNames: Record<SoldKind, MessageDescriptor> = {
  content: msg`immediate delivery of content`,
  service: msg`immediate start of the service`,
};

/**
 * When a buyer accepted the terms of service at the checkout, the text beside the box that they ticked, what that is
 * about, and when an email confirmed it.
 */
export function Consent({ consentedAt, consentText, confirmedAt, consent }: Agreed) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  if (consentedAt === null) return null;
  const time = (
    <time dateTime={new Date(consentedAt).toISOString()}>{formats.dateTime(consentedAt)}</time>
  );
  if (consentText === null) return <Trans>{time}, with Stripe’s default text</Trans>;
  const kinds = formats.list((consent?.kinds ?? []).map((kind) => i18n._(kindNames[kind])));
  const language = consent && formats.language(consent.locale);
  const sentAt = confirmedAt === null ? null : formats.dateTime(confirmedAt);
  return (
    <>
      <Trans>
        {time}: “{consentText}”
      </Trans>
      {kinds && (
        <p>
          {t`Agreed to ${kinds}.`}{" "}
          {sentAt === null ? t`Not yet confirmed by email.` : t`Confirmed by email on ${sentAt}.`}
        </p>
      )}
      {consent && (
        <details>
          <summary>{t`Version of the text`}</summary>
          {joinFacts(consent.version, language)} <code>{consent.textHash}</code>
        </details>
      )}
    </>
  );
}

type Benefit = Order["benefits"][number] & { id: string };

const benefitColumns: Column<Benefit>[] = [
  {
    name: msg`Benefit`,
    cell: ({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name),
  },
  { name: msg`Status`, cell: (benefit, context) => describeGrantStatus(benefit, context) },
  { name: msg`Since`, phone: "named", cell: ({ grantedAt }) => <Time at={grantedAt} /> },
];

function describeGrantStatus(
  { isInForce, waitingFor, revokedAt, endsAt }: Benefit,
  { i18n, formats }: CellContext,
): string {
  const at = isInForce ? endsAt : (revokedAt ?? endsAt);
  const date = at === null ? null : formats.date(at);
  if (!isInForce) return date === null ? i18n._(msg`Ended`) : i18n._(msg`Ended on ${date}`);
  if (waitingFor === "seller_keys") return i18n._(msg`Waiting for license keys`);
  if (waitingFor === "buyer_name") return i18n._(msg`Waiting for the licensee name`);
  return date === null ? i18n._(msg`Active`) : i18n._(msg`Active until ${date}`);
}

/** The benefits of a purchase, and whether their grants are in force. */
export function GrantedBenefits({ benefits }: { benefits: Order["benefits"] }) {
  const { t } = useLingui();
  if (benefits.length === 0) return <p>{t`No benefits granted yet`}</p>;
  return (
    <Table
      label={t`Benefits`}
      columns={benefitColumns}
      rows={benefits.map((benefit) => ({ ...benefit, id: benefit.grantId }))}
    />
  );
}

/** Stripe's statuses of invoices. */
const statuses: Record<string, Status> = {
  draft: { tone: "neutral", label: msg`Draft` },
  open: { tone: "warning", label: msg`Open` },
  paid: { tone: "good", label: msg`Paid` },
  uncollectible: { tone: "bad", label: msg`Uncollectible` },
  void: { tone: "neutral", label: msg`Void` },
};

/** The badge of an invoice's status at Stripe. */
export function InvoiceStatus({ status }: { status: string | null }) {
  return <Badge {...(statuses[status ?? ""] ?? { tone: "neutral", label: status ?? "" })} />;
}

/** Downloads the e-invoice of an invoice. */
export function EInvoiceLink({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui();
  return (
    <a href={`/api/admin/invoices/${invoiceId}/e-invoice`} download>
      {t`Download XML`}
    </a>
  );
}

type TaxId = Order["taxIds"][number];

const taxIdStatuses: Record<TaxId["status"], Status> = {
  pending: { tone: "neutral", label: msg`Being checked` },
  verified: { tone: "good", label: msg`Verified` },
  unverified: { tone: "bad", label: msg`Not in the registry` },
  unavailable: { tone: "warning", label: msg`Couldn’t be checked` },
};

const taxIdNotes: Record<TaxId["status"], MessageDescriptor | null> = {
  pending: msg`Stripe asks the registry. Reload the page in a few minutes.`,
  verified: null,
  unverified: msg`Ask the customer to correct it under Billing details.`,
  unavailable: msg`The registry doesn’t answer, or Stripe can’t ask it. Check the ID there yourself.`,
};

/** The tax IDs that a customer gave, and what the authority’s registry says of them. */
export function TaxIds({ taxIds }: { taxIds: TaxId[] }) {
  const { i18n } = useLingui();
  return taxIds.map(({ id, value, status, registeredName }) => {
    const note = taxIdNotes[status];
    return (
      <p key={id}>
        {value} <Badge {...taxIdStatuses[status]} /> {note ? i18n._(note) : registeredName}
      </p>
    );
  });
}

type Invoice = NonNullable<Order["invoice"]>;

const invoiceColumns: Column<Invoice>[] = [
  {
    name: msg`Invoice`,
    cell: ({ number, hostedUrl }, { i18n }) => {
      const name = number ?? i18n._(msg({ message: "Open", context: "link" }));
      return hostedUrl === null ? name : <StripeLink href={hostedUrl}>{name}</StripeLink>;
    },
  },
  { name: msg`Date`, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: msg`Status`, cell: ({ status }) => <InvoiceStatus status={status} /> },
  {
    name: msg`E-invoice`,
    cell: ({ id, hasEInvoice }) => hasEInvoice && <EInvoiceLink invoiceId={id} />,
  },
  {
    name: msg`Total`,
    numeric: true,
    phone: "beside",
    cell: ({ totalMinor, currency }, { formats }) => formats.money(totalMinor, currency, "exact"),
  },
];

/** The invoices of a subscription, with their e-invoices. */
export function SubscriptionInvoices({ invoices }: { invoices: Invoice[] }) {
  const { t } = useLingui();
  if (invoices.length === 0) return null;
  return (
    <PageSection title={t`Invoices`}>
      <Table label={t`Invoices`} columns={invoiceColumns} rows={invoices} />
    </PageSection>
  );
}

type Payment = NonNullable<Order["payment"]>;
type Refund = Payment["refunds"][number] & { currency: string };

const refundStatuses: Record<string, MessageDescriptor> = {
  succeeded: msg`Refunded`,
  pending: msg`Pending`,
  requires_action: msg`Action required from the customer`,
  failed: msg`Failed: returned by the bank`,
  canceled: msg({ message: "Canceled", context: "refund" }),
};

const refundColumns: Column<Refund>[] = [
  { name: msg`Date`, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: msg`Status`,
    cell: ({ status }, { i18n }) => {
      const label = refundStatuses[status ?? ""];
      return label ? i18n._(label) : status;
    },
  },
  {
    name: msg`Amount`,
    numeric: true,
    phone: "beside",
    cell: ({ amountMinor, currency }, { formats }) => formats.money(amountMinor, currency, "exact"),
  },
];

/** The refunds of a payment, from Stripe. */
export function Refunds({ payment: { refunds, currency } }: { payment: Payment }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Refunds`}
      columns={refundColumns}
      rows={refunds.map((refund) => ({ ...refund, currency }))}
    />
  );
}
