import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { api } from "../../http/client.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ButtonLink } from "../../ui/button.tsx";
import uiShapes from "../../ui/shapes.module.css";
import { showToast } from "../../ui/toast.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths, giveAccessPath } from "../frame/console-paths.ts";
import { RowAction } from "../frame/row-action.tsx";
import { List } from "../list/list.tsx";
import { ListDay, type Column } from "../list/table.tsx";
import { EmailAgainDialog } from "./email-again-dialog.tsx";
import { emailGift, revokeGift, waitingGiftsKey, type WaitingGift } from "./queries.ts";

const columns: Column<WaitingGift>[] = [
  {
    name: msg`For`,
    cell: (gift, { i18n }) => getRecipient(i18n, gift),
  },
  {
    name: msg`Product`,
    cell: ({ productName, quantity }) =>
      quantity > 1 ? `${productName} × ${quantity}` : productName,
    detail: ({ endsAt }, { i18n }) => describeEnd(i18n, endsAt),
  },
  { name: msg`Email`, cell: (gift, { i18n }) => describeEmail(i18n, gift) },
  {
    name: msg`Given by`,
    phone: "left_out",
    cell: ({ givenBy }) => givenBy,
    detail: ({ note }) => note,
  },
  {
    name: msg`Waits until`,
    phone: "named",
    cell: ({ expiresAt }) => <ListDay at={expiresAt} />,
  },
  {
    name: msg`Action`,
    cell: (gift) => (
      <div className={uiShapes.links}>
        {gift.canEmail && <EmailGift gift={gift} />}
        <TakeBack gift={gift} />
      </div>
    ),
  },
];

function getRecipient(i18n: I18n, { email, issuer }: WaitingGift): string {
  if (email !== null) return email;
  return i18n._(issuer === null ? msg`Whoever opens its link` : msg`An identity of ${issuer}`);
}

const problems: Record<NonNullable<WaitingGift["emailProblem"]>, MessageDescriptor> = {
  failed: msg`The email couldn’t be sent.`,
  refused: msg`The address takes no emails from the shop.`,
  bounced: msg`The email came back.`,
  complained: msg`The email was reported as spam.`,
};

/** What became of the email about a gift; null if there is none. */
function describeEmail(
  i18n: I18n,
  { emailSentAt, emailProblem, isEmailDue }: WaitingGift,
): string | null {
  if (emailProblem !== null) return i18n._(problems[emailProblem]);
  if (isEmailDue) return i18n._(msg`Email not sent yet`);
  if (emailSentAt === null) return null;
  return i18n._(msg`Emailed on ${{ date: formatsOf(i18n).shortDate(emailSentAt) }}`);
}

function describeEnd(i18n: I18n, endsAt: number | null): string {
  if (endsAt === null) return i18n._(msg`Lifetime access`);
  return i18n._(msg`until ${{ date: formatsOf(i18n).date(endsAt) }}`);
}

const takeBackAction: BulkAction<WaitingGift> = {
  label: msg`Take back`,
  doneLabel: msg`Taken back`,
  explanation: msg`Nobody can get these gifts anymore.`,
  isDangerous: true,
  getRefusal: () => null,
  run: ({ id }) => revokeGift(id),
};

/** `/admin/customers/gifts`: the gifts that wait for somebody to sign in or to open a link. */
export default function WaitingGiftsPage() {
  const { t, i18n } = useLingui();
  return (
    <ConsolePage
      title={t`Waiting gifts`}
      parent={{ href: consolePaths.customers, name: t`Customers` }}
      description={t`Each waits for somebody to sign in, or to open its link. Send its email again, or to another address, if it got lost.`}
      actions={<ButtonLink kind="primary" href={giveAccessPath}>{t`Give access…`}</ButtonLink>}
    >
      <List
        label={t`Waiting gifts`}
        queryKey={waitingGiftsKey}
        source={api.admin.gifts.waiting}
        columns={columns}
        bulk={{
          getName: (gift) => `${gift.productName} – ${getRecipient(i18n, gift)}`,
          actions: [takeBackAction],
        }}
        emptyTitle={t`No gifts are waiting`}
        emptyText={t`A gift to an email waits here until somebody signs in with it.`}
      />
    </ConsolePage>
  );
}

/** Sends the email about a gift again, or to another address. */
function EmailGift({ gift }: { gift: WaitingGift }) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RowAction
        label={t`Email…`}
        about={`${gift.productName} – ${getRecipient(i18n, gift)}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen &&
        // A field in a row would look like the row.
        createPortal(
          <EmailAgainDialog
            title={t`Email this gift`}
            email={gift.email}
            savedToast={t`Email requested`}
            send={(email) => emailGift({ id: gift.id, email })}
            queryKey={waitingGiftsKey}
            onClose={() => setIsOpen(false)}
          />,
          document.body,
        )}
    </>
  );
}

function TakeBack({ gift }: { gift: WaitingGift }) {
  const { t, i18n } = useLingui();
  const { productName } = gift;
  const recipient = getRecipient(i18n, gift);
  const takeBack = useMutation({
    mutationFn: () => revokeGift(gift.id),
    onSuccess: (_after, _input, _result, { client }) => {
      showToast(t`Gift taken back`);
      return client.invalidateQueries({ queryKey: waitingGiftsKey });
    },
  });
  const confirmation = useConfirmation(takeBack);
  return (
    <>
      <RowAction
        label={t`Take back`}
        about={`${productName} – ${recipient}`}
        onClick={() => confirmation.ask()}
      />
      {confirmation.asked && (
        <ConfirmDialog
          title={t`Take back ${productName}?`}
          confirmLabel={t`Take back`}
          kind="danger"
          busyLabel={t`Taking back…`}
          text={t`The gift no longer waits for: ${recipient}. You can give it again later.`}
          {...confirmation.dialog}
        />
      )}
    </>
  );
}
