import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { Table, type Column } from "../frame/list.tsx";
import { DevelopersLayout } from "./developers-layout.tsx";
import styles from "./developers.module.css";
import { describeKeyStatus, describeLastUse } from "./key-copy.ts";
import { RevokeKeyDialog, RollKeyDialog } from "./key-dialogs.tsx";
import { keysQuery, useKeyChange, type ApiKey } from "./queries.ts";
import { describeScopes } from "./scope-copy.ts";
import { ShownOnce } from "./shown-once.tsx";

/** `/admin/developers/keys`: the API keys of this shop. */
export default function KeysPage() {
  const { t } = useLingui();
  const keys = useQuery(keysQuery);
  const change = useKeyChange();
  const freshSignIn = useFreshSignIn("api-key", change);
  const [opened, setOpened] = useState<{ dialog: "roll" | "revoke"; key: ApiKey } | null>(null);
  const close = () => setOpened(null);
  const newKeyName = change.data?.name;
  const apply = (text: string) => change.mutate(text, { onSettled: close });
  return (
    <DevelopersLayout
      description={t`Your programs use API keys to check what a customer has access to.`}
      actions={
        <ButtonLink kind="primary" href={developerPaths.newApiKey}>
          <Trans>Create API key</Trans>
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
      <QueryBoundary query={keys} skeleton={<SkeletonLines lines={5} />}>
        {(data) => (
          <Keys
            keys={data.keys}
            onRoll={(key) => setOpened({ dialog: "roll", key })}
            onRevoke={(key) => setOpened({ dialog: "revoke", key })}
          />
        )}
      </QueryBoundary>
      {opened?.dialog === "roll" && (
        <RollKeyDialog
          apiKey={opened.key}
          busy={change.isPending}
          onConfirm={apply}
          onClose={close}
        />
      )}
      {opened?.dialog === "revoke" && (
        <RevokeKeyDialog
          apiKey={opened.key}
          busy={change.isPending}
          onConfirm={apply}
          onClose={close}
        />
      )}
      {freshSignIn.dialog}
    </DevelopersLayout>
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
      <EmptyState title={t`No API keys yet`}>
        <p>
          <Trans>
            With an API key, your app can check whether a customer has access to a feature, read
            orders and subscriptions, and manage webhooks. Use keys only on servers, never in a web
            page or a mobile app.
          </Trans>
        </p>
        <ButtonLink href={developerPaths.quickstart}>
          <Trans>View quickstart</Trans>
        </ButtonLink>
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
        <details className={styles.more}>
          <summary>
            <Trans>Expired and revoked keys ({endedCount})</Trans>
          </summary>
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
      <span className={styles.stack}>
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
        <span className={styles.rowActions}>
          {key.status === "live" && (
            <Button kind="plain" onClick={() => onRoll(key)}>
              <Trans>
                Roll <VisuallyHidden>{name}</VisuallyHidden>
              </Trans>
            </Button>
          )}
          <Button kind="plain" onClick={() => onRevoke(key)}>
            <Trans>
              Revoke <VisuallyHidden>{name}</VisuallyHidden>
            </Trans>
          </Button>
        </span>
      );
    },
  };
}
