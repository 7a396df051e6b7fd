import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDate } from "../../ui/format-time.ts";
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
  const keys = useQuery(keysQuery);
  const change = useKeyChange();
  const freshSignIn = useFreshSignIn("api-key", change);
  const [opened, setOpened] = useState<{ dialog: "roll" | "revoke"; key: ApiKey } | null>(null);
  const close = () => setOpened(null);
  const apply = (text: string) => change.mutate(text, { onSettled: close });
  return (
    <DevelopersLayout
      description="Your programs use a key to ask this shop what a customer may use, and to act on it."
      actions={
        <ButtonLink kind="primary" href={developerPaths.newApiKey}>
          Create API key
        </ButtonLink>
      }
    >
      {change.data && (
        <ShownOnce
          title={`The new key for “${change.data.name}”`}
          name="API key"
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
  if (keys.length === 0)
    return (
      <EmptyState title="No API keys yet">
        <p>
          With a key, your own app asks this shop whether a customer may use a feature, reads orders
          and subscriptions, and receives webhooks. Keys are for servers: never put one into a web
          page or a mobile app.
        </p>
        <ButtonLink href={developerPaths.quickstart}>See the quickstart</ButtonLink>
      </EmptyState>
    );
  const works = ({ status }: ApiKey) => status === "live" || status === "replaced";
  const ended = keys.filter((key) => !works(key));
  const columns = [...keyColumns, getActionsColumn(onRoll, onRevoke)];
  return (
    <>
      <Table label="API keys" rows={keys.filter(works)} columns={columns} />
      {ended.length > 0 && (
        <details className={styles.more}>
          <summary>Keys that no longer work ({ended.length})</summary>
          <Table label="Keys that no longer work" rows={ended} columns={keyColumns} />
        </details>
      )}
    </>
  );
}

const keyColumns: Column<ApiKey>[] = [
  {
    name: "Name",
    cell: ({ name, prefix }) => (
      <span className={styles.stack}>
        <span className={styles.name}>{name}</span>
        <code>{prefix}…</code>
      </span>
    ),
  },
  {
    name: "Access",
    cell: ({ scopes }) => <span title={scopes.join(", ")}>{describeScopes(scopes)}</span>,
  },
  { name: "Last used", cell: ({ lastUsedAt }) => describeLastUse(lastUsedAt, Date.now()) },
  { name: "Status", cell: (key) => describeKeyStatus(key, Date.now()) },
  {
    name: "Created",
    cell: ({ createdAt, createdByName }) =>
      `${formatDate(createdAt)}${createdByName ? ` by ${createdByName}` : ""}`,
  },
];

function getActionsColumn(
  onRoll: (key: ApiKey) => void,
  onRevoke: (key: ApiKey) => void,
): Column<ApiKey> {
  return {
    name: "Change",
    cell: (key) => (
      <span className={styles.rowActions}>
        {key.status === "live" && (
          <Button kind="plain" onClick={() => onRoll(key)}>
            Roll <VisuallyHidden>{key.name}</VisuallyHidden>
          </Button>
        )}
        <Button kind="plain" onClick={() => onRevoke(key)}>
          Revoke <VisuallyHidden>{key.name}</VisuallyHidden>
        </Button>
      </span>
    ),
  };
}
