import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { authPaths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import shapes from "../../ui/shapes.module.css";
import { getAccountPrompt, type SignInHints } from "./auth-api.ts";
import styles from "./sign-in.module.css";

/** A way to sign in, as its form needs it. */
export type FormProvider = { id: string; name: string; isEmail: boolean };

/**
 * The ways to sign in, each as a form: a button for a provider, an address for a link by email.
 * @param props.fields what the forms send where no script runs; undefined where `onStart` handles them
 * @param props.isSwitching whether a signed-in user wants another account
 * @param props.leavingTo the provider that the browser is on its way to
 */
export function ProviderForms({
  providers,
  loginHint,
  isSwitching,
  fields,
  leavingTo,
  onStart,
}: {
  providers: FormProvider[];
  loginHint: string | null;
  isSwitching: boolean;
  fields?: { csrfToken: string; callbackUrl: string };
  leavingTo?: string | undefined;
  onStart?: (start: { providerId: string; hints: SignInHints; email?: string }) => void;
}) {
  const { t } = useLingui();
  const isLeaving = leavingTo !== undefined;
  return providers.map(({ id, name, isEmail }, index) => {
    const hints: SignInHints = {
      ...(loginHint && { login_hint: loginHint }),
      ...(isSwitching && !isEmail && { prompt: getAccountPrompt(id) }),
    };
    return (
      <SignInForm
        key={id}
        providerId={id}
        hints={hints}
        fields={fields}
        className={isEmail ? styles.email : shapes.stack}
        onSubmit={
          onStart &&
          ((email) =>
            !isLeaving && onStart({ providerId: id, hints, ...(email !== undefined && { email }) }))
        }
      >
        {isEmail ? (
          <>
            {index > 0 && <p className={styles.or}>{t`or`}</p>}
            <TextField
              label={t`Email`}
              hint={t`New here? The link creates your account.`}
              name="email"
              type="email"
              autoComplete="email"
              required
            />
            <Button type="submit" busy={isLeaving}>
              {t`Email me a sign-in link`}
            </Button>
          </>
        ) : (
          <Button
            type="submit"
            kind={index === 0 && !isSwitching ? "primary" : "secondary"}
            busy={isLeaving}
          >
            {leavingTo === id ? t`Redirecting to ${name}…` : t`Continue with ${name}`}
          </Button>
        )}
      </SignInForm>
    );
  });
}

function SignInForm(props: {
  providerId: string;
  hints: SignInHints;
  fields: { csrfToken: string; callbackUrl: string } | undefined;
  className: string | undefined;
  onSubmit: ((email: string | undefined) => void) | undefined;
  children: ReactNode;
}) {
  const { providerId, hints, fields, className, onSubmit, children } = props;
  const query = new URLSearchParams(hints).toString();
  return (
    <form
      method="post"
      action={`${authPaths.signIn(providerId)}${query && `?${query}`}`}
      className={className}
      onSubmit={
        onSubmit &&
        ((event) => {
          event.preventDefault();
          const email = new FormData(event.currentTarget).get("email");
          onSubmit(typeof email === "string" ? email : undefined);
        })
      }
    >
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
