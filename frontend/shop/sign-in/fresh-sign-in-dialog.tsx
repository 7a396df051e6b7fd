import { useLingui } from "@lingui/react/macro";
import { useQueries } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import shapes from "../../ui/shapes.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { accountQuery } from "../../http/account.ts";
import { providersQuery, useSignIn, type Provider } from "./auth-api.ts";
import { saveIntent, type Intent } from "./intent.ts";

/** Shorter than the server's limit for a fresh sign-in, so that the user has time left to act. */
const maxAgeSeconds = "300";

/** Asks for a fresh sign-in with a linked identity or an emailed link. Returns to this page and keeps the intent. */
export function FreshSignInDialog({
  user,
  intent,
  onClose,
}: {
  user: { email: string | null; emailVerified: boolean };
  intent: Intent;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const signIn = useSignIn();
  const [account, providers] = useQueries({ queries: [accountQuery, providersQuery] });
  const linkedProviderIds = new Set(account.data?.identities.map(({ provider }) => provider));
  // A link to the account's own address confirms the user even if it is not linked: not every provider can prove when a
  // user signed in.
  const usableProviders = providers.data?.filter(
    ({ id, type }) =>
      linkedProviderIds.has(id) || (type === "email" && user.email !== null && user.emailVerified),
  );
  const start = ({ id, type }: Provider) => {
    const hints = user.email ? { login_hint: user.email } : {};
    signIn.start({
      providerId: id,
      returnPath: saveIntent(intent, location.pathname, Date.now()),
      hints: type === "email" ? {} : { ...hints, max_age: maxAgeSeconds },
      email: type === "email" ? (user.email ?? undefined) : undefined,
    });
  };
  return (
    <Dialog
      title={t`Confirm it’s you`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Cancel`}</Button>}
    >
      <p>{t`To protect your account, sign in again. You’ll return to this page to finish what you started.`}</p>
      <div className={shapes.stack}>
        {account.isPending || providers.isPending ? (
          <Skeleton height="2.75rem" />
        ) : usableProviders?.length ? (
          usableProviders.map((provider, index) => (
            <Button
              key={provider.id}
              kind={index === 0 ? "primary" : "secondary"}
              busy={signIn.leaving}
              onClick={() => start(provider)}
            >
              {signIn.leavingTo === provider.id ? (
                t`Redirecting…`
              ) : (
                <ProviderLabel provider={provider} />
              )}
            </Button>
          ))
        ) : (
          <ButtonLink kind="primary" href={paths.signIn(location.pathname)}>
            {t`Sign in again`}
          </ButtonLink>
        )}
      </div>
      {signIn.error && <ErrorNotice error={signIn.error} />}
    </Dialog>
  );
}

function ProviderLabel({ provider: { type, name } }: { provider: Provider }) {
  const { t } = useLingui();
  return type === "email" ? t`Email me a sign-in link` : <>{t`Continue with ${name}`}</>;
}
