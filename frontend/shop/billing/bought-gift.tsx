import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { formatDuration } from "../../../worker/shared/format-duration.ts";
import { api, send } from "../../http/client.ts";
import { useShopName } from "../../http/shop.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import shapes from "../../ui/shapes.module.css";
import styles from "./bought-gift.module.css";
import { billingQuery, type Order } from "./queries.ts";

type Gift = NonNullable<Order["gift"]>;

/** What became of an order that is a gift, and what its buyer can do with it. */
export function BoughtGift({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const [isCardOpen, setIsCardOpen] = useState(false);
  const [isEmailOpen, setIsEmailOpen] = useState(false);
  const { gift } = order;
  if (!order.isGift) return null;
  const name = order.product?.name ?? "";
  return (
    <>
      <p className={rows.detail}>{describeGift(i18n, gift)}</p>
      {gift?.state === "waiting" && (
        <div className={classNames(shapes.links, styles.actions)}>
          {gift.url !== null && (
            <>
              <CopyButton text={gift.url}>{t`Copy gift link`}</CopyButton>
              <Button kind="plain" onClick={() => setIsCardOpen(true)}>{t`Print a card`}</Button>
            </>
          )}
          {gift.canEmail && (
            <Button kind="plain" onClick={() => setIsEmailOpen(true)}>
              {gift.email === null ? t`Email it…` : t`Email it again…`}
            </Button>
          )}
        </div>
      )}
      {isCardOpen && gift?.url && (
        <GiftCard name={name} url={gift.url} gift={gift} onClose={() => setIsCardOpen(false)} />
      )}
      {isEmailOpen && gift && <EmailDialog gift={gift} onClose={() => setIsEmailOpen(false)} />}
    </>
  );
}

/** Says whom a gift is for, and what became of it. @param gift null if that is not known */
export function describeGift(i18n: I18n, gift: Gift | null): string {
  const who = gift?.recipientName || gift?.email;
  const length = gift?.lasts && formatDuration(i18n.locale, gift.lasts);
  const isFor = who ? i18n._(msg`A gift for ${who}.`) : i18n._(msg`A gift for somebody else.`);
  const whom = length
    ? joinSentences(i18n.locale, isFor, i18n._(msg`${length}, from the day it is accepted.`))
    : isFor;
  if (!gift) return whom;
  const { date } = formatsOf(i18n);
  const { state, sendAt, emailSentAt, emailProblem, isEmailDue, isScheduled, claimedAt } = gift;
  const deadline = date(gift.expiresAt);
  const say = () => {
    if (state === "ended") return msg`It can’t be accepted anymore.`;
    if (claimedAt !== null) return msg`Accepted on ${{ day: date(claimedAt) }}.`;
    if (state === "expired") return msg`Nobody accepted it by ${deadline}.`;
    if (emailProblem !== null)
      return msg`The email couldn’t be delivered. Pass on the link, or use another address.`;
    if (isEmailDue)
      return isScheduled && sendAt !== null
        ? msg`We’ll email it on ${{ day: date(sendAt) }}.`
        : msg`We’re emailing it now.`;
    if (emailSentAt !== null)
      return msg`Emailed on ${{ day: date(emailSentAt) }}. Not accepted yet.`;
    return msg`Pass on its link. It can be accepted until ${deadline}.`;
  };
  return joinSentences(i18n.locale, whom, i18n._(say()));
}

/** A card to print, with the link. */
function GiftCard({
  name,
  url,
  gift,
  onClose,
}: {
  name: string;
  url: string;
  gift: Gift;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const shopName = useShopName() ?? "";
  const who = gift.recipientName ?? "";
  const deadline = formatsOf(i18n).date(gift.expiresAt);
  return (
    <Dialog
      title={t`Gift card`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          <Button kind="primary" onClick={() => print()}>
            {t`Print`}
          </Button>
        </>
      }
    >
      <div className={styles.card}>
        <p>{shopName}</p>
        <p className={styles.name}>{name}</p>
        <p>{who === "" ? t`A gift for you` : t`A gift for ${who}`}</p>
        {gift.message !== "" && <p className={styles.message}>{gift.message}</p>}
        <p>{t`Open this address and sign in to accept it, until ${deadline}:`}</p>
        <p className={styles.url}>{url}</p>
      </div>
    </Dialog>
  );
}

/** Sends the email about a gift again, or to another address. */
function EmailDialog({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const [email, setEmail] = useState(gift.email ?? "");
  const emailGift = useMutation({
    mutationFn: () =>
      send(api.me.gifts[":id"].email.$post({ param: { id: gift.id }, json: { email } })),
    onSuccess: async (_answer, _input, _result, { client }) => {
      await client.invalidateQueries({ queryKey: billingQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!emailGift.isPending) emailGift.mutate();
  };
  return (
    <Dialog
      title={t`Email this gift`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} kind="primary" busy={emailGift.isPending}>
            {t`Send email`}
          </Button>
        </>
      }
    >
      <form id={formId} className={shapes.stack} onSubmit={submit}>
        <TextField
          label={t`Their email`}
          hint={t`With another address, the earlier link stops working. The same address gets one email an hour.`}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        {emailGift.error && <ErrorNotice error={emailGift.error} />}
      </form>
    </Dialog>
  );
}
