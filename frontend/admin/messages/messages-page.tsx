import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { api } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Badge } from "../frame/label.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { List } from "../list/list.tsx";
import { dayColumn, type Column } from "../list/table.tsx";
import { describeOutcomes, messageStatuses } from "./message-copy.ts";
import { messagesKey, type ListedMessage } from "./queries.ts";
import { describeRecipients } from "./recipients.ts";

const columns: Column<ListedMessage>[] = [
  {
    name: msg`Subject`,
    cell: ({ subject }) => subject,
    detail: ({ recipients }, { i18n }) => describeRecipients(i18n, recipients),
  },
  { name: msg`Status`, cell: ({ status }) => <Badge {...messageStatuses[status]} /> },
  {
    name: msg`Emails`,
    cell: (message, { i18n }) => describeOutcomes(i18n, message) || "–",
  },
  dayColumn(msg`Created`, ({ createdAt }) => createdAt),
];

/** `/admin/customers/messages`: what the team has written to customers. */
export default function MessagesPage() {
  const { t } = useLingui();
  const isAdmin = useIsAdmin();
  return (
    <ConsolePage
      title={t`Messages`}
      parent={{ href: consolePaths.customers, name: t`Customers` }}
      description={t`What your team has written to customers. Opens and clicks are not tracked.`}
      actions={
        isAdmin && (
          <ButtonLink kind="primary" href={consolePaths.newMessage({})}>
            {t`Write to all customers`}
          </ButtonLink>
        )
      }
    >
      <List
        label={t`Messages`}
        queryKey={messagesKey}
        source={api.admin.messages}
        columns={columns}
        rowHref={({ id }) => consolePaths.message(id)}
        emptyTitle={t`No messages yet`}
        emptyText={t`Write to one customer on their page, to everyone with access on the page of a product, or to a filter of the list of customers.`}
      />
    </ConsolePage>
  );
}
