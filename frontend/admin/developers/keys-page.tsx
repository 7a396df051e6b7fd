import { msg } from "@lingui/core/macro";
import { useLingui, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowAction } from "../frame/row-action.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../form/form-errors.tsx";
import { Table, type Column } from "../list/table.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
import { describeKeyStatus, describeLastUse, describeScopes } from "./key-copy.ts";
import { keysQuery, useKeyChange, type ApiKey, type KeyChange } from "./queries.ts";
import { ShownOnce, RollDialog } from "./secrets.tsx";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";

/** `/admin/developers/keys`: the API keys of this shop. */
export default function KeysPage() {
  const { t } = useLingui();
  const keys = useQuery(keysQuery);
  const change = useKeyChange();
  const freshSignIn = useFreshSignIn("api-key", change);
  const [opened, setOpened] = useState<{ dialog: "roll" | "revoke"; key: ApiKey } | null>(null);
  const close = () => setOpened(null);
  const newKeyName = change.data?.name;
  const apply = (input: KeyChange) => change.mutate(input, { onSettled: close });
  return (
    <SectionLayout
      section="developers"
      description={t`Your programs use API keys to check what a customer has access to.`}
      actions={
        <ButtonLink kind="primary" href={developerPaths.newApiKey}>
          {t`Create API key`}
        </ButtonLink>
      }
    >
      {change.data && (
        <ShownOnce
          title={t`Your new API key “${newKeyName}”`}
          copyLabel={t`Copy API key`}
          secret={change.data.secret}
        />
      )}
      {freshSignIn.error && <SubmitErrorNotice error={freshSignIn.error} />}
      <QueryBoundary query={keys} lines={5}>
        {(data) => (
          <Keys
            keys={data.keys}
            onRoll={(key) => setOpened({ dialog: "roll", key })}
            onRevoke={(key) => setOpened({ dialog: "revoke", key })}
          />
        )}
      </QueryBoundary>
      {opened?.dialog === "roll" && (
        <RollDialog
          title={t`Roll “${{ name: opened.key.name }}”?`}
          confirmLabel={t`Roll key`}
          text={t`You get a new key with the same name and scopes. Update your program before the old key expires.`}
          fieldLabel={t`Old key expires`}
          busy={change.isPending}
          onConfirm={(hours) =>
            apply({ action: "roll", id: opened.key.id, overlapMs: hours * 3_600_000 })
          }
          onClose={close}
        />
      )}
      {opened?.dialog === "revoke" && (
        <RevokeKeyDialog
          apiKey={opened.key}
          busy={change.isPending}
          onConfirm={() => apply({ action: "revoke", id: opened.key.id })}
          onClose={close}
        />
      )}
      {freshSignIn.dialog}
    </SectionLayout>
  );
}

function Keys({
  keys,
  onRoll,
  onRevoke,
}: {
  keys: ApiKey[];
  onRoll: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}) {
  const { t } = useLingui();
  if (keys.length === 0)
    return (
      <EmptyState
        title={t`No API keys yet`}
        text={t`With an API key, your app can check whether a customer has access to a feature, read orders and subscriptions, and manage webhooks. Use keys only on servers, never in a web page or a mobile app.`}
      >
        <ButtonLink href={developerPaths.quickstart}>{t`View quickstart`}</ButtonLink>
      </EmptyState>
    );
  const works = ({ status }: ApiKey) => status === "live" || status === "replaced";
  const ended = keys.filter((key) => !works(key));
  const endedCount = ended.length;
  const columns = [...keyColumns, getActionsColumn(onRoll, onRevoke)];
  return (
    <>
      <Table label={t`API keys`} rows={keys.filter(works)} columns={columns} />
      {ended.length > 0 && (
        <details className={shapes.disclosure}>
          <summary>{t`Expired and revoked keys (${endedCount})`}</summary>
          <Table label={t`Expired and revoked keys`} rows={ended} columns={keyColumns} />
        </details>
      )}
    </>
  );
}

const keyColumns: Column<ApiKey>[] = [
  {
    name: msg`Name`,
    cell: ({ name, prefix }) => (
      <span className={shapes.lines}>
        <span className={styles.name}>{name}</span>
        <code className={styles.prefix}>{prefix}…</code>
      </span>
    ),
  },
  {
    name: msg`Access`,
    cell: ({ scopes }, { i18n }) => (
      <span title={scopes.join(", ")}>{describeScopes(i18n, scopes)}</span>
    ),
  },
  {
    name: msg`Last used`,
    cell: ({ lastUsedAt }, { i18n }) => describeLastUse(i18n, lastUsedAt, Date.now()),
  },
  { name: msg`Status`, cell: (key, { i18n }) => describeKeyStatus(i18n, key, Date.now()) },
  {
    name: msg`Created`,
    cell: ({ createdAt, createdByName: name }, { i18n, formats }) => {
      const date = formats.date(createdAt);
      return name ? i18n._(msg`${date} by ${name}`) : date;
    },
  },
];

function getActionsColumn(
  onRoll: (key: ApiKey) => void,
  onRevoke: (key: ApiKey) => void,
): Column<ApiKey> {
  return {
    name: msg`Actions`,
    cell: (key) => {
      const { name } = key;
      return (
        <span className={shapes.actions}>
          {key.status === "live" && (
            <RowAction label={msg`Roll`} about={name} onClick={() => onRoll(key)} />
          )}
          <RowAction label={msg`Revoke`} about={name} onClick={() => onRevoke(key)} />
        </span>
      );
    },
  };
}

/** Asks before a key is revoked. */
function RevokeKeyDialog({
  apiKey: { name, prefix, lastUsedAt },
  ...question
}: {
  apiKey: ApiKey;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [now] = useState(() => Date.now());
  const lastUse = describeLastUse(i18n, lastUsedAt, now);
  return (
    <ConfirmDialog
      title={t`Revoke “${name}”?`}
      confirmLabel={t`Revoke key`}
      kind="danger"
      busyLabel={t`Revoking…`}
      {...question}
    >
      <p>
        <Trans>
          Requests with <code>{prefix}…</code> will fail immediately. This can’t be undone.
        </Trans>
      </p>
      <p>{t`Last used: ${lastUse}`}</p>
    </ConfirmDialog>
  );
}
