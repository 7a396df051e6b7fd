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
import { LinkResultNotice } from "./link-result-notice.tsx";
import { useLinkIdentity, useUnlinkIdentity } from "./queries.ts";
import type { Identity } from "../../http/account.ts";
import { Section } from "./section.tsx";
import { UnlinkDialog } from "./unlink-dialog.tsx";

/** Lists the user's identities, and links or unlinks them. */
export function Identities({ identities }: { identities: Identity[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [identityToUnlink, setIdentityToUnlink] = useState<Identity>();
  const unlink = useUnlinkIdentity();
  const freshSignIn = useFreshSignIn("unlink", unlink);
  const isOnlyIdentity = identities.length === 1;
  return (
    <Section
      title="Ways to sign in"
      description="Accounts elsewhere that open this one. With two of them, losing one locks you out of nothing."
      headingRef={heading}
    >
      <LinkResultNotice identities={identities} />
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <ul className={rows.rows}>
        {identities.map((identity) => (
          <li key={identity.id}>
            <div className={rows.main}>
              <p className={rows.name}>{identity.providerName}</p>
              <p className={rows.detail}>
                Linked on <Time at={identity.createdAt} />
                {isOnlyIdentity && ". It is the only way in, so it stays until you add another."}
              </p>
            </div>
            {!isOnlyIdentity && (
              <Button
                kind="plain"
                busy={unlink.isPending}
                onClick={() => setIdentityToUnlink(identity)}
              >
                Remove <VisuallyHidden>{identity.providerName}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddIdentity identities={identities} />
      {identityToUnlink && (
        <UnlinkDialog
          name={identityToUnlink.providerName}
          busy={unlink.isPending}
          onClose={() => setIdentityToUnlink(undefined)}
          onConfirm={() =>
            unlink.mutate(identityToUnlink.id, {
              onError: () => setIdentityToUnlink(undefined),
              onSuccess: () => {
                // Focus cannot leave an open dialog, and unlinking removes the row with the button.
                flushSync(() => setIdentityToUnlink(undefined));
                heading.current?.focus();
              },
            })
          }
        />
      )}
      {freshSignIn.dialog}
    </Section>
  );
}

function AddIdentity({ identities }: { identities: Identity[] }) {
  const providers = useQuery(providersQuery);
  const link = useLinkIdentity(identities);
  const freshSignIn = useFreshSignIn("link", link);
  const isLeaving = link.isPending || link.isSuccess;
  const linkedProviders = new Set(identities.map(({ provider }) => provider));
  // Email cannot be linked: linking needs an account at a provider.
  const linkable = providers.data?.filter(({ type }) => type !== "email") ?? [];
  if (linkable.length === 0) return null;
  return (
    <fieldset className={styles.add}>
      <legend>Add a way to sign in</legend>
      <div className={styles.ways}>
        {linkable.map(({ id, name }) => (
          <Button key={id} busy={isLeaving} onClick={() => link.mutate(id)}>
            {isLeaving && link.variables === id
              ? `Going to ${name}…`
              : linkedProviders.has(id)
                ? `Another ${name}`
                : name}
          </Button>
        ))}
      </div>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
    </fieldset>
  );
}
