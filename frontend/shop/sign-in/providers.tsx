import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { getAccountPrompt, providersQuery, useSignIn } from "./auth-api.ts";
import { EmailForm } from "./email-form.tsx";
import styles from "./providers.module.css";

/** The sign-in options: a button for each provider, and a form for sign-in links by email. */
export function Providers({
  returnPath,
  loginHint,
  isSwitching,
}: {
  returnPath: string;
  loginHint: string | null;
  /** Whether somebody is signed in already, and wants another account. */
  isSwitching: boolean;
}) {
  const providers = useQuery(providersQuery);
  const signIn = useSignIn();
  const start = (providerId: string, email?: string) =>
    signIn.start({
      providerId,
      returnPath,
      hints: {
        ...(loginHint && { login_hint: loginHint }),
        ...(isSwitching && email === undefined && { prompt: getAccountPrompt(providerId) }),
      },
      email,
    });
  return (
    <div className={styles.providers}>
      <QueryBoundary query={providers} skeleton={<Skeleton height="2.75rem" />}>
        {(list) =>
          list.map(({ id, type, name }, index) =>
            type === "email" ? (
              <EmailForm key={id} busy={signIn.leaving} onSend={(email) => start(id, email)} />
            ) : (
              <Button
                key={id}
                kind={index === 0 && !isSwitching ? "primary" : "secondary"}
                busy={signIn.leaving}
                onClick={() => start(id)}
              >
                {signIn.leavingTo === id ? `Going to ${name}…` : `Continue with ${name}`}
              </Button>
            ),
          )
        }
      </QueryBoundary>
      {signIn.error && <ErrorNotice error={signIn.error} />}
    </div>
  );
}
