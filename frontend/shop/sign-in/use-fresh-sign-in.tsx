import { useEffect, useEffectEvent, type ReactNode } from "react";
import { isApiError } from "../../http/errors.ts";
import { useUser } from "../../http/session.ts";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { FreshSignInDialog } from "./fresh-sign-in-dialog.tsx";
import { intentParam, consumeIntent } from "./intent.ts";

/**
 * Handles actions that require a fresh sign-in. If the server asks for one, a dialog leads to the sign-in and back to
 * this page, where the action continues with the same input.
 * @param action a unique name of the action
 * @param onReturn receives the input after the sign-in; by default, runs the action
 * @returns `dialog`: rendered after a dialog of the action, it stands above that, which keeps what was typed if nobody
 *   signs in; `isAsking`, while it is open: leaving to sign in loses no input
 */
export function useFreshSignIn<Input>(
  action: string,
  mutation: {
    error: Error | null;
    variables: Input | undefined;
    mutate: (input: Input) => void;
    reset: () => void;
  },
  onReturn: (input: Input) => void = mutation.mutate,
): { dialog: ReactNode; isAsking: boolean; error: Error | null } {
  const user = useUser();
  const intentId = useConsumedSearchParam(intentParam);
  const resume = useEffectEvent((id: string, userId: string) => {
    const input = consumeIntent(id, { action, userId }, Date.now());
    if (input !== null) onReturn(input as Input);
  });
  const userId = user?.id;
  useEffect(() => {
    if (intentId && userId) resume(intentId, userId);
  }, [intentId, userId]);

  const isNeeded = isApiError(mutation.error, "sign_in_again");
  const isAsking = isNeeded && user !== undefined && user !== null;
  return {
    isAsking,
    dialog: isAsking && (
      <FreshSignInDialog
        user={user}
        intent={{ action, input: mutation.variables ?? "", userId: user.id }}
        onClose={mutation.reset}
      />
    ),
    error: isNeeded ? null : mutation.error,
  };
}
