import { msg, plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { LoadMore } from "../frame/load-more.tsx";
import { PageSection, DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./editor.module.css";
import { countSubscribers, describeProgress, describeReason } from "./price-move-copy.ts";
import {
  movedSubscribersOptions,
  useChangePriceMove,
  type MovedSubscriber,
  type PriceMove,
} from "./price-move-queries.ts";

/** How far a move is, who was left out, what failed, and how to cancel it. */
export function PriceMoveProgress({ move, title }: { move: PriceMove; title: string }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { endedAt, status, failed, leftOut } = move;
  const change = useChangePriceMove(move);
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => {
    setIsConfirming(false);
    change.reset();
  };
  return (
    <PageSection
      title={title}
      actions={
        endedAt === null &&
        status !== "canceling" && (
          <Button onClick={() => setIsConfirming(true)}>
            <Trans>Cancel move</Trans>
          </Button>
        )
      }
    >
      <output>{describeProgress(i18n, move)}</output>
      <DescriptionList
        items={[
          [t`Started`, formats.dateTime(move.createdAt)],
          [t`Ended`, endedAt === null ? null : formats.dateTime(endedAt)],
          [t`Emails`, move.sendsEmails ? t`Sent to each subscriber` : t`Not sent`],
          ...leftOut.map(({ reason, subscribers }): [string, string] => [
            t`Not moved: ${{ reason: describeReason(i18n, reason) }}`,
            countSubscribers(i18n, subscribers),
          ]),
        ]}
      />
      {failed > 0 && (
        <Notice
          tone="error"
          title={t`${plural(failed, { one: "# subscriber couldn’t be moved yet.", other: "# subscribers couldn’t be moved yet." })}`}
        >
          <p>
            <Trans>
              They keep the current price for now. The move is retried automatically. See Stripe’s
              response below.
            </Trans>
          </p>
          <Button busy={change.isPending} onClick={() => change.mutate("retry")}>
            {change.isPending ? t`Retrying…` : t`Retry now`}
          </Button>
          {change.isError && !isConfirming && <ErrorNotice error={change.error} />}
        </Notice>
      )}
      {failed > 0 && <Subscribers move={move} state="failed" label={t`Failed subscribers`} />}
      {leftOut.length > 0 && (
        <Subscribers move={move} state="left_out" label={t`Subscribers not moved`} />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t`Cancel this move?`}
          confirmLabel={t`Cancel move`}
          cancelLabel={t`Keep move`}
          kind="danger"
          busy={change.isPending}
          busyLabel={t`Canceling…`}
          error={change.error}
          onConfirm={() => change.mutate("cancel", { onSuccess: close })}
          onClose={close}
        >
          <p>
            <Plural
              value={{ planned: move.planned }}
              one="# subscriber will keep the old price."
              other="# subscribers will keep the old price."
            />{" "}
            {move.sendsEmails && <Trans>They get an email about it.</Trans>}{" "}
            <Trans>Subscribers who already have the new price keep it.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

const columns: Record<"left_out" | "failed", Column<MovedSubscriber>[]> = {
  left_out: [
    { name: msg`Not moved`, cell: ({ name, email, userId }) => name ?? email ?? userId },
    {
      name: msg`Reason`,
      cell: ({ reason }, { i18n }) => (reason === null ? "–" : describeReason(i18n, reason)),
    },
  ],
  failed: [
    { name: msg`Customer`, cell: ({ name, email, userId }) => name ?? email ?? userId },
    { name: msg`Error`, cell: ({ error }) => error },
    {
      name: msg`Next retry`,
      cell: ({ nextAttemptAt }, { formats }) => formats.dateTime(nextAttemptAt),
    },
  ],
};

function Subscribers({
  move,
  state,
  label,
}: {
  move: PriceMove;
  state: "left_out" | "failed";
  label: string;
}) {
  const list = useInfiniteQuery(movedSubscribersOptions(move, state));
  if (list.isError && !list.data)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className={styles.preview}>
      <Table
        label={label}
        columns={columns[state]}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        rowHref={({ id }) => consolePaths.subscription(id)}
      />
      <LoadMore list={list} />
    </div>
  );
}
