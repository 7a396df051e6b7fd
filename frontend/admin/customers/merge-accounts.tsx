import { useLingui, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import {
  useMergeAccounts,
  mergePreviewQuery,
  customerSearchQuery,
  type MergePreview,
} from "./queries.ts";
import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import { describeMoves } from "./merge-copy.ts";
import { getCustomerName } from "./customer-name.tsx";

/** A button and dialog that merge another account into this one. */
export function MergeAccounts({ userId, name }: { userId: string; name: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [fromId, setFromId] = useState<string | null>(null);
  const merge = useMergeAccounts(userId);
  // After a fresh sign-in, the preview is shown again and needs another confirmation.
  const freshSignIn = useFreshSignIn(`merge:${userId}`, merge, (chosen) => {
    setFromId(chosen);
    setIsOpen(true);
  });
  const close = () => {
    setIsOpen(false);
    setFromId(null);
    merge.reset();
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t`Merge accounts…`}</Button>
      {freshSignIn.dialog ||
        (isOpen && (
          <MergeDialog
            userId={userId}
            name={name}
            fromId={fromId}
            onChoose={setFromId}
            busy={merge.isPending}
            error={freshSignIn.error}
            onConfirm={(from) => merge.mutate(from, { onSuccess: close })}
            onClose={close}
          />
        ))}
    </>
  );
}

/** Finds the user's other account, previews the merge, and asks for confirmation. */
function MergeDialog({
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
  const { t } = useLingui();
  const preview = useQuery({
    ...mergePreviewQuery(fromId ?? "", userId),
    enabled: fromId !== null,
  });
  return (
    <Dialog
      title={fromId === null ? t`Choose the duplicate account` : t`Merge these accounts?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          {fromId !== null && preview.data && (
            <Button kind="danger" busy={busy} onClick={() => onConfirm(fromId)}>
              {busy ? t`Merging…` : t`Merge accounts`}
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
              <Button onClick={() => onChoose(null)}>{t`Choose another account`}</Button>
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
  const { t, i18n } = useLingui();
  const [text, setText] = useState("");
  const search = useDebouncedValue(text.trim());
  const { data } = useQuery(customerSearchQuery(search));
  const otherAccounts = data?.items.filter(
    ({ id, status }) => id !== userId && status === "active",
  );
  return (
    <>
      <p>
        <Trans>
          Everything in the duplicate account moves to {name}’s account, and the duplicate account
          is closed.
        </Trans>
      </p>
      <TextField
        label={t`Email, name or ID of the duplicate account`}
        name="other"
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <output>
        {otherAccounts?.length === 0 && t`No matching accounts`}
        {otherAccounts && otherAccounts.length > 0 && (
          <ul className={styles.found}>
            {otherAccounts.map((account) => (
              <li key={account.id}>
                <Button kind="plain" onClick={() => onChoose(account.id)}>
                  {getCustomerName(i18n, account)}
                </Button>
                <span className={shapes.soft}>{account.email ?? account.id}</span>
              </li>
            ))}
          </ul>
        )}
      </output>
    </>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { from, into, moves, ownedByBoth, becomesSecondary } = preview;
  const closedName = from.email ?? getCustomerName(i18n, from);
  const products = formats.list(ownedByBoth);
  const keptName = into.email ?? getCustomerName(i18n, into);
  return (
    <>
      <p>
        <Trans>
          <strong>{closedName}</strong> is closed, and all its purchases move to{" "}
          <strong>{keptName}</strong>, which keeps its name and email. This can’t be undone.
        </Trans>
      </p>
      <ul className={styles.moves}>
        {describeMoves(i18n, moves).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {becomesSecondary && (
          <li>{t`The customer keeps two Stripe customers. Both stay in sync.`}</li>
        )}
      </ul>
      {ownedByBoth.length > 0 && (
        <p>
          <Trans>
            Both accounts have {products}. Neither purchase is canceled or refunded. If one of them
            isn’t needed, cancel it after the merge.
          </Trans>
        </p>
      )}
    </>
  );
}
