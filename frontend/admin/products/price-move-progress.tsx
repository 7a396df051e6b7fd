import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadMore } from "../frame/load-more.tsx";
import { PageSection, DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
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
        status !== "canceling" && <Button onClick={() => setIsConfirming(true)}>Cancel move</Button>
      }
    >
      <output>{describeProgress(move)}</output>
      <DescriptionList
        items={[
          ["Started", formatDateTime(move.createdAt)],
          ["Ended", endedAt === null ? null : formatDateTime(endedAt)],
          ["Emails", move.sendsEmails ? "Each subscriber was told" : "None from this shop"],
          ...leftOut.map(({ reason, subscribers }): [string, string] => [
            `Left out: ${describeReason(reason)}`,
            countSubscribers(subscribers),
          ]),
        ]}
      />
      {failed > 0 && (
        <Notice tone="error" title={`${countSubscribers(failed)} could not be moved yet.`}>
          <p>
            They keep the old price until it works, and it is tried again by itself. Look at what
            Stripe answered below.
          </p>
          <Button busy={change.isPending} onClick={() => change.mutate("retry")}>
            {change.isPending ? "Retrying…" : "Retry now"}
          </Button>
          {change.isError && !isConfirming && <ErrorNotice error={change.error} />}
        </Notice>
      )}
      {failed > 0 && <Subscribers move={move} state="failed" label="Could not be moved yet" />}
      {leftOut.length > 0 && <Subscribers move={move} state="left_out" label="Left out" />}
      {isConfirming && (
        <ConfirmDialog
          title="Cancel this move?"
          confirmLabel="Cancel move"
          cancelLabel="Keep it"
          kind="danger"
          busy={change.isPending}
          busyLabel="Canceling…"
          error={change.error}
          onConfirm={() => change.mutate("cancel", { onSuccess: close })}
          onClose={close}
        >
          <p>
            {countSubscribers(move.planned)} will keep the old price
            {move.sendsEmails ? ", and get an email that says so" : ""}. Whoever has the new price
            already keeps that.
          </p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

const columns: Record<"left_out" | "failed", Column<MovedSubscriber>[]> = {
  left_out: [
    { name: "Left out", cell: ({ name, email, userId }) => name ?? email ?? userId },
    { name: "Why", cell: ({ reason }) => (reason === null ? "–" : describeReason(reason)) },
  ],
  failed: [
    { name: "Failed", cell: ({ name, email, userId }) => name ?? email ?? userId },
    { name: "What happened", cell: ({ error }) => error },
    { name: "Next attempt", cell: ({ nextAttemptAt }) => formatDateTime(nextAttemptAt) },
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
