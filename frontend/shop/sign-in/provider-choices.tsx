import { useQuery } from "../../http/use-query.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { providersQuery, useSignIn } from "./auth-api.ts";
import { ProviderForms } from "./provider-forms.tsx";
import styles from "./sign-in.module.css";

/** The sign-in options: a button for each provider, and a form for sign-in links by email. */
export function ProviderChoices({
  returnPath,
  loginHint = null,
  isSwitching = false,
}: {
  returnPath: string;
  loginHint?: string | null;
  /** Whether a signed-in user wants another account. */
  isSwitching?: boolean;
}) {
  const providers = useQuery(providersQuery);
  const signIn = useSignIn();
  return (
    <div className={styles.providers}>
      <QueryBoundary query={providers} skeleton={<Skeleton height="2.75rem" />}>
        {(list) => (
          <ProviderForms
            providers={list.map(({ id, name, type }) => ({ id, name, isEmail: type === "email" }))}
            loginHint={loginHint}
            isSwitching={isSwitching}
            leavingTo={signIn.leavingTo}
            onStart={(start) => signIn.start({ ...start, returnPath })}
          />
        )}
      </QueryBoundary>
      {signIn.error && <ErrorNotice error={signIn.error} />}
    </div>
  );
}
