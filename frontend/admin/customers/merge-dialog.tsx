import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { joinNames } from "../../ui/join-names.ts";
import { TextField } from "../../ui/field/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./customer-page.module.css";
import { describeMoves } from "./merge-copy.ts";
import { getCustomerName } from "./get-customer-name.ts";
import { mergePreviewQuery, customerSearchQuery, type MergePreview } from "./queries.ts";

/** Finds the user's other account, previews the merge, and asks for confirmation. */
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
  /** The other account; null until one is chosen. */
  fromId: string | null;
  onChoose: (fromId: string | null) => void;
  busy: boolean;
  error: Error | null;
  onConfirm: (fromId: string) => void;
  onClose: () => void;
}) {
  const preview = useQuery({
    ...mergePreviewQuery(fromId ?? "", userId),
    enabled: fromId !== null,
  });
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
        <OtherAccountSearch userId={userId} name={name} onChoose={onChoose} />
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

function OtherAccountSearch({
  userId,
  name,
  onChoose,
}: {
  userId: string;
  name: string;
  onChoose: (fromId: string) => void;
}) {
  const [text, setText] = useState("");
  const search = useDebouncedValue(text.trim());
  const { data } = useQuery(customerSearchQuery(search));
  const otherAccounts = data?.items.filter(
    ({ id, status }) => id !== userId && status === "active",
  );
  return (
    <>
      <p>
        All of the other account goes into the one of {name}, and the other is closed. Look for the
        one that is to be closed.
      </p>
      <TextField
        label="Its email, name or id"
        name="other"
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <output>
        {otherAccounts?.length === 0 && "No other account fits."}
        {otherAccounts && otherAccounts.length > 0 && (
          <ul className={styles.found}>
            {otherAccounts.map((account) => (
              <li key={account.id}>
                <Button kind="plain" onClick={() => onChoose(account.id)}>
                  {getCustomerName(account)}
                </Button>
                <span className={styles.soft}>{account.email ?? account.id}</span>
              </li>
            ))}
          </ul>
        )}
      </output>
    </>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { from, into, moves, ownedByBoth, becomesSecondary } = preview;
  const closedName = from.email ?? getCustomerName(from);
  const keptName = into.email ?? getCustomerName(into);
  return (
    <>
      <p>
        <strong>{closedName}</strong> is closed, and everything of it belongs to{" "}
        <strong>{keptName}</strong>, whose name and email stay. This cannot be undone.
      </p>
      <ul className={styles.moves}>
        {describeMoves(moves).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {becomesSecondary && (
          <li>Stripe knows the person as two customers from then on. Both are kept in sync.</li>
        )}
      </ul>
      {ownedByBoth.length > 0 && (
        <p>
          Both have {joinNames(ownedByBoth)}. Neither is ended or refunded: if one is paid for
          needlessly, end it afterward.
        </p>
      )}
    </>
  );
}
