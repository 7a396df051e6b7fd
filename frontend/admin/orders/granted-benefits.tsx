import { Table, type Column } from "../frame/list.tsx";
import { Time } from "../../ui/time.tsx";
import type { Order } from "./queries.ts";

type Benefit = Order["benefits"][number] & { id: string };

const columns: Column<Benefit>[] = [
  { name: "What", cell: ({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name) },
  { name: "Now", cell: (benefit) => describeForce(benefit) },
  { name: "Since", cell: ({ grantedAt }) => <Time at={grantedAt} /> },
];

function describeForce({ isInForce, waitingFor, revokedAt, endsAt }: Benefit) {
  if (!isInForce) return <Until words="Over since" at={revokedAt ?? endsAt} alone="Over" />;
  if (waitingFor === "seller_keys") return "Waits for keys to be imported";
  if (waitingFor === "buyer_name") return "Waits for the buyer to give a name";
  return <Until words="In force until" at={endsAt} alone="In force" />;
}

function Until({ words, at, alone }: { words: string; at: number | null; alone: string }) {
  if (at === null) return alone;
  return (
    <span>
      {words} <Time at={at} />
    </span>
  );
}

/** What a purchase gave, and whether that is in force. */
export function GivenBenefits({ benefits }: { benefits: Order["benefits"] }) {
  if (benefits.length === 0) return <p>It has given nothing so far.</p>;
  return (
    <Table
      label="What it gives"
      columns={columns}
      rows={benefits.map((benefit) => ({ ...benefit, id: benefit.grantId }))}
    />
  );
}
