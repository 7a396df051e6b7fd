import { useEffect } from "react";
import { useMutation, type MutationOptions } from "../http/use-mutation.ts";

/**
 * A mutation after which the browser leaves the page, so that `isLeaving` stays true after its success. If the browser
 * restores the page from its back/forward cache, the mutation is reset: its button must be usable again.
 */
export function useLeavingMutation<Result, Input = void>(options: MutationOptions<Result, Input>) {
  const mutation = useMutation(options);
  const { reset } = mutation;
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [reset]);
  return { ...mutation, isLeaving: mutation.isPending || mutation.isSuccess };
}
