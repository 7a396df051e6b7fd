import { useCallback, useEffect, useRef, useState } from "react";
import { useAnswers, type AnswerCache } from "./answers.ts";
import { isApiError } from "./errors.ts";
import { markSessionEnded } from "./session.ts";

type State<Result> =
  | { isPending: boolean; isSuccess: false; isError: false; data: undefined; error: null }
  | { isPending: false; isSuccess: true; isError: false; data: Result; error: null }
  | { isPending: false; isSuccess: false; isError: true; data: undefined; error: Error };

const idle = {
  isPending: false,
  isSuccess: false,
  isError: false,
  data: undefined,
  error: null,
} as const;

export type MutationOptions<Result, Input> = {
  mutationFn: (input: Input) => Promise<Result>;
  /** Waited for before the mutation is done, as the others. */
  onSuccess?: (result: Result, input: Input, cache: AnswerCache) => unknown;
  onError?: (error: Error, input: Input, cache: AnswerCache) => unknown;
  onSettled?: (cache: AnswerCache) => unknown;
};

/** `useMutation` of the pages that the Worker draws: as React Query's, with fewer options. */
export function useMutation<Result, Input = void>(options: MutationOptions<Result, Input>) {
  const { cache } = useAnswers();
  const [state, setState] = useState<State<Result>>(idle);
  const [variables, setVariables] = useState<Input>();
  const latest = useRef({ options, cache });
  useEffect(() => {
    latest.current = { options, cache };
  });
  /** The number of the run whose outcome counts. Null while the component is not on the page. */
  const run = useRef<number | null>(null);
  useEffect(() => {
    run.current = 0;
    return () => void (run.current = null);
  }, []);

  const mutate = useCallback((input: Input, then?: { onSuccess?: () => void }) => {
    const current = run.current === null ? null : ++run.current;
    const isCurrent = () => current !== null && current === run.current;
    const perform = async () => {
      const { mutationFn, onSuccess, onError, onSettled } = latest.current.options;
      try {
        const data = await mutationFn(input);
        await onSuccess?.(data, input, latest.current.cache);
        await onSettled?.(latest.current.cache);
        if (!isCurrent()) return;
        setState({ ...idle, isSuccess: true, data });
        then?.onSuccess?.();
      } catch (cause) {
        const error = cause as Error;
        if (isApiError(error, "unauthenticated")) markSessionEnded(latest.current.cache);
        await onError?.(error, input, latest.current.cache);
        await onSettled?.(latest.current.cache);
        if (isCurrent()) setState({ ...idle, isError: true, error });
      }
    };
    setVariables(() => input);
    setState({ ...idle, isPending: true });
    void perform();
  }, []);
  const reset = useCallback(() => {
    if (run.current !== null) run.current++;
    setState(idle);
  }, []);
  return { ...state, variables, mutate, reset };
}
