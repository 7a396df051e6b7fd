import { msg } from "@lingui/core/macro";
import type { Column } from "../frame/list.tsx";
import type { Label } from "../frame/label.ts";
import { ListDay } from "../frame/list-time.tsx";
import { getCustomerLabel } from "./order-copy.ts";

/** The column with a sale's customer. */
export const customerColumn: Column<{ user: { name: string | null; email: string | null } }> = {
  name: msg`Customer`,
  cell: ({ user }, { i18n }) => getCustomerLabel(i18n, user),
  detail: ({ user }) => user.name !== null && user.email,
};

/** The column with the day and the time of a sale. @param name e.g. "Date" */
export const dayColumn = (name: Label): Column<{ createdAt: number }> => ({
  name,
  cell: ({ createdAt }) => <ListDay at={createdAt} />,
  detail: ({ createdAt }, { formats }) => formats.time(createdAt),
});
