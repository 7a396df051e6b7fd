import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Identity } from "../../http/account.ts";
import { describeLinkError, describeLinkResult } from "../../messages/sign-in.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import rows from "../../ui/row-list.module.css";
import shapes from "../../ui/shapes.module.css";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { providersQuery } from "../sign-in/auth-api.ts";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./account.module.css";
import { useLinkIdentity, useUnlinkIdentity } from "./queries.ts";
import { Section } from "./section.tsx";

/** Lists the user's identities, and links or unlinks them. */
export function Identities({ identities }: { identities: Identity[] }) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [identityToUnlink, setIdentityToUnlink] = useState<Identity>();
  const unlink = useUnlinkIdentity();
  const freshSignIn = useFreshSignIn("unlink", unlink);
  const isOnlyIdentity = identities.length === 1;
  return (
    <Section
      title={t`Sign-in methods`}
      description={t`The accounts you can sign in with. Add a backup sign-in method so you don’t lose access.`}
      headingRef={heading}
    >
      <LinkResultNotice identities={identities} />
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <ul className={rows.rows}>
        {identities.map((identity) => {
          const name = getIdentityName(i18n, identity);
          return (
            <li key={identity.id}>
              <div className={rows.main}>
                <p className={rows.name}>{name}</p>
                <p className={rows.detail}>
                  <Trans>
                    Added on <Time at={identity.createdAt} />
                  </Trans>
                </p>
                {isOnlyIdentity && (
                  <p className={rows.detail}>
                    {t`This is your only sign-in method. To remove it, add another one first.`}
                  </p>
                )}
              </div>
              {!isOnlyIdentity && (
                <Button
                  kind="plain"
                  busy={unlink.isPending}
                  onClick={() => setIdentityToUnlink(identity)}
                >
                  <Trans>
                    Remove <VisuallyHidden>{name}</VisuallyHidden>
                  </Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <AddIdentity identities={identities} />
      {identityToUnlink && (
        <UnlinkDialog
          name={getIdentityName(i18n, identityToUnlink)}
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
  const { t } = useLingui();
  const providers = useQuery(providersQuery);
  const link = useLinkIdentity(identities);
  const freshSignIn = useFreshSignIn("link", link);
  const { isLeaving } = link;
  const linkedProviders = new Set(identities.map(({ provider }) => provider));
  // Email cannot be linked: linking needs an account at a provider.
  const linkable = providers.data?.filter(({ type }) => type !== "email") ?? [];
  if (linkable.length === 0) return null;
  return (
    <fieldset className={styles.add}>
      <legend>{t`Add a sign-in method`}</legend>
      <div className={shapes.buttons}>
        {linkable.map(({ id, name }) => (
          <Button key={id} busy={isLeaving} onClick={() => link.mutate(id)}>
            {isLeaving && link.variables === id
              ? t`Opening ${name}…`
              : linkedProviders.has(id)
                ? t`Another ${name} account`
                : name}
          </Button>
        ))}
      </div>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
    </fieldset>
  );
}

/** Returns the name of a sign-in method. Providers have the name that the shop gives them. */
export function getIdentityName(
  i18n: I18n,
  { provider, providerName }: Pick<Identity, "provider" | "providerName">,
): string {
  return provider === "email"
    ? i18n._(msg({ message: `Email`, comment: "A sign-in method" }))
    : providerName;
}

/** Asks for confirmation before an identity is unlinked. */
function UnlinkDialog({
  name,
  ...dialogProps
}: {
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      cancelLabel={t({ message: `Cancel`, comment: "Button that closes a dialog" })}
      confirmLabel={t`Remove`}
      busyLabel={t`Removing…`}
      {...dialogProps}
      text={t`You’ll no longer be able to sign in to this account with it. If you sign in with it later, you get a new, empty account.`}
    >
      <p>{t`You keep everything you own, and you stay signed in.`}</p>
    </ConfirmDialog>
  );
}

/** Shows the result of linking once, after the provider redirects back. */
function LinkResultNotice({ identities }: { identities: Identity[] }) {
  const { i18n } = useLingui();
  const error = useConsumedSearchParam("error");
  const provider = useConsumedSearchParam("linked");
  if (error !== null) {
    const { title, nextStep } = describeLinkError(i18n, error);
    return <Notice tone="error" title={title} text={nextStep} />;
  }
  const linkedIdentity = identities.findLast((identity) => identity.provider === provider);
  if (!linkedIdentity) return null;
  const { title, nextStep } = describeLinkResult(
    i18n,
    linkedIdentity.providerName,
    isRecentlyLinked(linkedIdentity),
  );
  return <Notice tone="info" title={title} text={nextStep} />;
}

/** False for every identity if the account was already linked. */
function isRecentlyLinked({ createdAt }: Identity) {
  return Date.now() - createdAt < 60_000;
}
