import { Table, type Column } from "../frame/list.tsx";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

type Benefit = Order["benefits"][number] & { id: string };

const columns: Column<Benefit>[] = [
  { name: "What", cell: ({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name) },
  { name: "Now", cell: (benefit) => describeGrantStatus(benefit) },
  { name: "Since", cell: ({ grantedAt }) => <Time at={grantedAt} /> },
];

function describeGrantStatus({ isInForce, waitingFor, revokedAt, endsAt }: Benefit) {
  if (!isInForce)
    return <LabeledDate label="Over since" at={revokedAt ?? endsAt} fallback="Over" />;
  if (waitingFor === "seller_keys") return "Waits for keys to be imported";
  if (waitingFor === "buyer_name") return "Waits for the buyer to give a name";
  return <LabeledDate label="In force until" at={endsAt} fallback="In force" />;
}

function LabeledDate({
  label,
  at,
  fallback,
}: {
  label: string;
  at: number | null;
  fallback: string;
}) {
  if (at === null) return fallback;
  return (
    <span>
      {label} <Time at={at} />
    </span>
  );
}

/** The benefits of a purchase, and whether their grants are in force. */
export function GrantedBenefits({ benefits }: { benefits: Order["benefits"] }) {
  if (benefits.length === 0) return <p>It has given nothing so far.</p>;
  return (
    <Table
      label="What it gives"
      columns={columns}
      rows={benefits.map((benefit) => ({ ...benefit, id: benefit.grantId }))}
    />
  );
}
