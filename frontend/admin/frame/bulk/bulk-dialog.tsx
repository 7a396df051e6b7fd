import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { explainError } from "../../../messages/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { formatsOf } from "../../../i18n/formats-of.ts";
import { showLabel, type Label } from "../label.ts";
import type { BulkAction } from "./bulk-action.ts";
import { BulkFields, findMissingField } from "./bulk-fields.tsx";
import styles from "./bulk.module.css";
import type { RowResult } from "./run-bulk.ts";
import { useBulkRun } from "./use-bulk-run.ts";

/**
 * Asks before an action is done to several rows, shows its progress and the result of each row, and repeats it for the rows
 * that failed. Closing it while it runs stops it: requests that were sent finish, and the other rows are left unchanged.
 * @param props.onClose receives the ids of the rows that were changed
 */
export function BulkDialog<Row extends { id: string }>({
  action,
  rows,
  getName,
  onClose,
}: {
  action: BulkAction<Row>;
  rows: Row[];
  getName: (row: Row) => string;
  onClose: (doneIds: string[]) => void;
}) {
  const { t, i18n } = useLingui();
  const { fields = [] } = action;
  const label = showLabel(i18n, action.label);
  const [values, setValues] = useState<Record<string, string>>({});
  const { results, isRunning, start, stop } = useBulkRun((row: Row) => action.run(row, values));
  const [possible] = useState(() => rows.filter((row) => !action.getRefusal?.(row)));
  const countOf = (state: RowResult["state"]) =>
    possible.filter(({ id }) => results[id]?.state === state).length;
  const isStarted = Object.keys(results).length > 0;
  const [done, failed, stopped] = [countOf("done"), countOf("failed"), countOf("stopped")];
  const left = possible.filter(({ id }) =>
    ["failed", "stopped"].includes(results[id]?.state ?? ""),
  );
  const remaining = left.length;
  const selected = rows.length;
  const processed = done + failed;
  const total = possible.length;
  const missing = findMissingField(fields, values);
  const missingLabel = missing && showLabel(i18n, missing.label);
  const close = () => {
    stop();
    onClose(possible.flatMap(({ id }) => (results[id]?.state === "done" ? [id] : [])));
  };
  return (
    <Dialog
      title={t`${label}: ${selected} selected`}
      onClose={close}
      actions={
        <>
          {isRunning ? (
            <Button onClick={stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <Button onClick={close}>
              {isStarted ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
            </Button>
          )}
          {!isStarted && (
            <Button
              kind={action.isDangerous ? "danger" : "primary"}
              disabledReason={
                missingLabel === undefined ? undefined : t`Fill in “${missingLabel}” first.`
              }
              onClick={() => start(possible)}
            >
              {label}
            </Button>
          )}
          {isStarted && !isRunning && remaining > 0 && (
            <Button kind="primary" onClick={() => start(left)}>
              {failed > 0 ? (
                <Plural value={remaining} one="Retry # row" other="Retry # rows" />
              ) : (
                <Plural value={remaining} one="Continue with # row" other="Continue with # rows" />
              )}
            </Button>
          )}
        </>
      }
    >
      <p>{showLabel(i18n, action.explanation)}</p>
      {!isStarted && <BulkFields fields={fields} values={values} onChange={setValues} />}
      {total < selected && (
        <p>
          <Plural
            value={{ count: selected - total }}
            one="# row will be skipped. The reason is below."
            other="# rows will be skipped. The reasons are below."
          />
        </p>
      )}
      {isStarted && (
        <>
          <progress
            className={styles.progress}
            aria-label={label}
            max={total}
            value={processed + stopped}
          />
          <output className={styles.count}>
            {isRunning ? (
              <Trans>
                {processed} of {total}
              </Trans>
            ) : (
              describeOutcome(i18n, { done, failed, stopped })
            )}
          </output>
        </>
      )}
      <ul className={styles.results} aria-label={t`Results`}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={styles.name}>{getName(row)}</span>
            <Result
              result={results[row.id]}
              refusal={action.getRefusal?.(row) ?? null}
              doneLabel={action.doneLabel}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Result({
  result,
  refusal,
  doneLabel,
}: {
  result: RowResult | undefined;
  refusal: Label | null;
  doneLabel: Label;
}) {
  const { i18n } = useLingui();
  if (refusal !== null && !result)
    return (
      <>
        <StatusBadge tone="neutral">
          <Trans>Skipped</Trans>
        </StatusBadge>
        <p className={styles.reason}>{showLabel(i18n, refusal)}</p>
      </>
    );
  switch (result?.state) {
    case undefined:
      return null;
    case "waiting":
      return (
        <StatusBadge tone="neutral">
          <Trans>Queued</Trans>
        </StatusBadge>
      );
    case "running":
      return (
        <StatusBadge tone="neutral">
          <Trans>Running…</Trans>
        </StatusBadge>
      );
    case "done":
      return <StatusBadge tone="good">{showLabel(i18n, doneLabel)}</StatusBadge>;
    case "stopped":
      return (
        <StatusBadge tone="warning">
          <Trans>Not started</Trans>
        </StatusBadge>
      );
    case "failed":
      return (
        <>
          <StatusBadge tone="bad">
            <Trans>Failed</Trans>
          </StatusBadge>
          <p className={styles.reason}>{explainError(i18n, result.error)}</p>
        </>
      );
  }
}

function describeOutcome(
  i18n: I18n,
  { done, failed, stopped }: { done: number; failed: number; stopped: number },
): string {
  const parts = [i18n._(msg`${done} done`)];
  if (failed > 0) parts.push(i18n._(msg`${failed} failed`));
  if (stopped > 0) parts.push(i18n._(msg`${stopped} not started`));
  return formatsOf(i18n).listValues(parts);
}
