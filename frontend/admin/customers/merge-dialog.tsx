import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { listNames } from "../../ui/join-names.ts";
import { Field } from "../../ui/field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useSettled } from "../../ui/use-debounced-value.ts";
import styles from "./customer-page.module.css";
import { describeMoves } from "./merge-copy.ts";
import { nameOf } from "./get-customer-name.ts";
import { mergeQuery, peopleQuery, type MergePreview } from "./queries.ts";

/** Finds somebody's other account, says what merging the two would do, and asks once. */
export function MergeDialog({
  userId,
  name,
  fromId,
  onChoose,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  userId: string;
  name: string;
  /** The other account, once it is chosen. */
  fromId: string | null;
  onChoose: (fromId: string | null) => void;
  busy: boolean;
  error: Error | null;
  onConfirm: (fromId: string) => void;
  onClose: () => void;
}) {
  const preview = useQuery({ ...mergeQuery(fromId ?? "", userId), enabled: fromId !== null });
  return (
    <Dialog
      title={fromId === null ? "Which account is the same person’s?" : "Merge the two accounts?"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep both</Button>
          {fromId !== null && preview.data && (
            <Button kind="danger" busy={busy} onClick={() => onConfirm(fromId)}>
              {busy ? "Merging…" : "Merge for good"}
            </Button>
          )}
        </>
      }
    >
      {fromId === null ? (
        <FindOther userId={userId} name={name} onChoose={onChoose} />
      ) : (
        <>
          {preview.data && <Preview preview={preview.data} />}
          {preview.isPending && <SkeletonLines lines={4} />}
          {preview.error && <ErrorNotice error={preview.error} />}
          {preview.error && (
            <div>
              <Button onClick={() => onChoose(null)}>Choose another</Button>
            </div>
          )}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </Dialog>
  );
}

function FindOther({
  userId,
  name,
  onChoose,
}: {
  userId: string;
  name: string;
  onChoose: (fromId: string) => void;
}) {
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const { data } = useQuery(peopleQuery(search));
  const others = data?.items.filter(({ id, status }) => id !== userId && status === "active");
  return (
    <>
      <p>
        All of the other account goes into the one of {name}, and the other is closed. Look for the
        one that is to be closed.
      </p>
      <Field
        label="Its email, name or id"
        name="other"
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <output>
        {others?.length === 0 && "No other account fits."}
        {others && others.length > 0 && (
          <ul className={styles.found}>
            {others.map((person) => (
              <li key={person.id}>
                <Button kind="plain" onClick={() => onChoose(person.id)}>
                  {nameOf(person)}
                </Button>
                <span className={styles.soft}>{person.email ?? person.id}</span>
              </li>
            ))}
          </ul>
        )}
      </output>
    </>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { from, into, moves, bothHave, becomesSecondary } = preview;
  const closed = from.email ?? nameOf(from);
  const kept = into.email ?? nameOf(into);
  return (
    <>
      <p>
        <strong>{closed}</strong> is closed, and everything of it belongs to <strong>{kept}</strong>
        , whose name and email stay. This cannot be undone.
      </p>
      <ul className={styles.moves}>
        {describeMoves(moves).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {becomesSecondary && (
          <li>Stripe knows the person as two customers from then on. Both are kept in sync.</li>
        )}
      </ul>
      {bothHave.length > 0 && (
        <p>
          Both have {listNames(bothHave)}. Neither is ended or refunded: if one is paid for
          needlessly, end it afterward.
        </p>
      )}
    </>
  );
}
