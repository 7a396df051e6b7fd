import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useState, useEffect, useRef } from "react";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import { translateLabel, type Label } from "../frame/label.tsx";
import { type BulkAction, type BulkField, type RowResult, runBulk } from "./run-bulk.ts";
import styles from "./bulk.module.css";
import { SelectField, TextField } from "../../ui/field/fields.tsx";

/**
 * Asks before an action is done to several rows, shows its progress and the result of each row, and repeats it for the
 * rows that failed. Closing it while it runs stops it: requests that were sent finish, and the other rows are left
 * unchanged.
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
  const label = translateLabel(i18n, action.label);
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
  const missingLabel = missing && translateLabel(i18n, missing.label);
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
            <Button onClick={stop}>{t`Stop`}</Button>
          ) : (
            <Button onClick={close}>{isStarted ? t`Close` : t`Cancel`}</Button>
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
      <p>{translateLabel(i18n, action.explanation)}</p>
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
            {isRunning
              ? t`${processed} of ${total}`
              : describeOutcome(i18n, { done, failed, stopped })}
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
  const { t, i18n } = useLingui();
  if (refusal !== null && !result)
    return (
      <>
        <StatusBadge tone="neutral">{t`Skipped`}</StatusBadge>
        <p className={styles.reason}>{translateLabel(i18n, refusal)}</p>
      </>
    );
  switch (result?.state) {
    case undefined:
      return null;
    case "waiting":
      return <StatusBadge tone="neutral">{t`Queued`}</StatusBadge>;
    case "running":
      return <StatusBadge tone="neutral">{t`Running…`}</StatusBadge>;
    case "done":
      return <StatusBadge tone="good">{translateLabel(i18n, doneLabel)}</StatusBadge>;
    case "stopped":
      return <StatusBadge tone="warning">{t`Not started`}</StatusBadge>;
    case "failed":
      return (
        <>
          <StatusBadge tone="bad">{t`Failed`}</StatusBadge>
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

type Results = Record<string, RowResult>;

/** Returns the results of an action's rows by id, and what starts and stops it. Stops when the component unmounts. */
function useBulkRun<Row extends { id: string }>(run: (row: Row) => Promise<unknown>) {
  const [results, setResults] = useState<Results>({});
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  const stop = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (rows: Row[]) => {
    controller.current = new AbortController();
    setIsRunning(true);
    setResults((before) => ({
      ...before,
      ...Object.fromEntries(rows.map(({ id }) => [id, { state: "waiting" } as const])),
    }));
    await runBulk({
      rows,
      run,
      onResult: (id, result) => setResults((before) => ({ ...before, [id]: result })),
      signal: controller.current.signal,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    setIsRunning(false);
  };
  return { results, isRunning, start: (rows: Row[]) => void start(rows), stop };
}

/** The fields of an action, before it starts. */
function BulkFields({
  fields,
  values,
  onChange,
}: {
  fields: BulkField[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}) {
  const { t, i18n } = useLingui();
  return fields.map(({ name, label, hint, options }) => {
    const props = {
      label: translateLabel(i18n, label),
      hint: hint && translateLabel(i18n, hint),
      name,
      value: values[name] ?? "",
    };
    const change = (value: string) => onChange({ ...values, [name]: value });
    return options ? (
      <SelectField
        key={name}
        {...props}
        options={[
          { value: "", label: t`Select…` },
          ...options.map((option) => ({ ...option, label: translateLabel(i18n, option.label) })),
        ]}
        onChange={(event) => change(event.target.value)}
      />
    ) : (
      <TextField
        key={name}
        {...props}
        maxLength={200}
        onChange={(event) => change(event.target.value)}
      />
    );
  });
}

/** Returns the first field that is still empty, or undefined. */
function findMissingField(
  fields: BulkField[],
  values: Record<string, string>,
): BulkField | undefined {
  return fields.find(({ name }) => !values[name]?.trim());
}
