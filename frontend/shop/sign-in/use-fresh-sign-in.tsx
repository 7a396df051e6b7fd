import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { isRefusal } from "../../http/errors.ts";
import { useUser } from "../../http/session.ts";
import { useTakenParam } from "../../shell/use-consumed-search-param.ts";
import { intentParam, takeIntent } from "./intent.ts";
import { SignInAgain } from "./fresh-sign-in-dialog.tsx";

/**
 * For what the server does only after a fresh sign-in. When it asks for one there is a dialog that leads there and back
 * to this page, where the action goes on with the same input.
 * @param action its name, one of a kind
 * @param onReturn what to do with the input on the way back, where the action should not go on by itself
 */
export function useFreshSignIn<Input extends string | void>(
  action: string,
  mutation: UseMutationResult<unknown, Error, Input>,
  onReturn: (input: Input) => void = mutation.mutate,
): { dialog: ReactNode; error: Error | null } {
  const user = useUser();
  const intentId = useTakenParam(intentParam);
  const resume = useEffectEvent((id: string, userId: string) => {
    const input = takeIntent(id, { action, userId }, Date.now());
    if (input !== null) onReturn(input as Input);
  });
  const userId = user?.id;
  useEffect(() => {
    if (intentId && userId) resume(intentId, userId);
  }, [intentId, userId]);

  const needed = isRefusal(mutation.error, "sign_in_again");
  return {
    dialog: needed && user && (
      <SignInAgain
        user={user}
        intent={{ action, input: mutation.variables ?? "", userId: user.id }}
        onClose={mutation.reset}
      />
    ),
    error: needed ? null : mutation.error,
  };
}
