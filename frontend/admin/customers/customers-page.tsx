import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Time } from "../../ui/time.tsx";
import { getCustomerName } from "./get-customer-name.ts";
import { customersKey, type ListedCustomer } from "./queries.ts";

const columns: Column<ListedCustomer>[] = [
  { name: "Name", cell: getCustomerName },
  { name: "Email", cell: ({ email }) => email ?? "None" },
  { name: "Role", cell: describeRole },
  { name: "First signed in", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Benefits in force", cell: ({ inForceCount }) => inForceCount, numeric: true },
];

/** `/admin/customers`: all users who have ever signed in. */
export default function CustomersPage() {
  return (
    <ConsolePage
      title="Customers"
      description="Everybody who has ever signed in, and what they have."
    >
      <List
        label="People"
        queryKey={customersKey}
        fetchPage={(query) => read(api.admin.customers.$get({ query }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.customer(id)}
        search="Email, name or id"
        filters={[
          {
            name: "who",
            label: "Who",
            options: [
              { value: "", label: "Everybody" },
              { value: "customers", label: "Has begun to buy" },
              { value: "holders", label: "Has something in force" },
              { value: "team", label: "The team" },
            ],
          },
        ]}
        csvHref="/api/admin/customers/export"
        empty={
          <EmptyState title="Nobody has signed in yet.">
            <p>Whoever signs in at the shop is here from that moment on.</p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}

const roleLabels = { buyer: "", support: "Support", admin: "Admin", owner: "Owner" };

function describeRole({ role, status }: ListedCustomer) {
  if (status === "deleted") return "Closed";
  return status === "disabled" ? "Disabled" : roleLabels[role];
}
