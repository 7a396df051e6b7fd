import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { providersQuery } from "../sign-in/auth-api.ts";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./identities.module.css";
import { LinkNews } from "./link-result-notice.tsx";
import { useLink, useUnlink } from "./queries.ts";
import type { Identity } from "../../http/account.ts";
import { Section } from "./section.tsx";
import { UnlinkDialog } from "./unlink-dialog.tsx";

/** The accounts elsewhere that open this one, and adding or removing one. */
export function Identities({ identities }: { identities: Identity[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<Identity>();
  const unlink = useUnlink();
  const again = useFreshSignIn("unlink", unlink);
  const only = identities.length === 1;
  return (
    <Section
      title="Ways to sign in"
      about="Accounts elsewhere that open this one. With two of them, losing one locks you out of nothing."
      headingRef={heading}
    >
      <LinkNews identities={identities} />
      {again.error && <ErrorNotice error={again.error} />}
      <ul className={rows.rows}>
        {identities.map((identity) => (
          <li key={identity.id}>
            <div className={rows.main}>
              <p className={rows.name}>{identity.providerName}</p>
              <p className={rows.detail}>
                Linked on <Time at={identity.createdAt} />
                {only && ". It is the only way in, so it stays until you add another."}
              </p>
            </div>
            {!only && (
              <Button kind="plain" busy={unlink.isPending} onClick={() => setAsking(identity)}>
                Remove <VisuallyHidden>{identity.providerName}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddIdentity identities={identities} />
      {asking && (
        <UnlinkDialog
          name={asking.providerName}
          busy={unlink.isPending}
          onClose={() => setAsking(undefined)}
          onConfirm={() =>
            unlink.mutate(asking.id, {
              onError: () => setAsking(undefined),
              onSuccess: () => {
                // The focus cannot leave a dialog that is still open, and the row goes away with its button.
                flushSync(() => setAsking(undefined));
                heading.current?.focus();
              },
            })
          }
        />
      )}
      {again.dialog}
    </Section>
  );
}

function AddIdentity({ identities }: { identities: Identity[] }) {
  const providers = useQuery(providersQuery);
  const link = useLink(identities);
  const again = useFreshSignIn("link", link);
  const leaving = link.isPending || link.isSuccess;
  const linked = new Set(identities.map(({ provider }) => provider));
  // Only what proves by itself whose it is can be linked; an address has no account behind it.
  const linkable = providers.data?.filter(({ type }) => type !== "email") ?? [];
  if (linkable.length === 0) return null;
  return (
    <fieldset className={styles.add}>
      <legend>Add a way to sign in</legend>
      <div className={styles.ways}>
        {linkable.map(({ id, name }) => (
          <Button key={id} busy={leaving} onClick={() => link.mutate(id)}>
            {leaving && link.variables === id
              ? `Going to ${name}…`
              : linked.has(id)
                ? `Another ${name}`
                : name}
          </Button>
        ))}
      </div>
      {again.error && <ErrorNotice error={again.error} />}
      {again.dialog}
    </fieldset>
  );
}
