import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal, type ApiError } from "../../http/errors.ts";

/** A form's values, whether they differ from what was saved, and what the server said of them. */
export type Form<Values> = {
  values: Values;
  /** Changes some values; what the server said of them is forgotten. */
  set: (changes: Partial<Values>) => void;
  isDirty: boolean;
  isSaving: boolean;
  isSaved: boolean;
  /** What the server said of a field, by the path in its refusal, e.g. `prices.0.amountMinor`. */
  errorOf: (path: string) => string | undefined;
  /** A refusal that is of no field. */
  error: Error | null;
  /** A refusal of fields; `unplaced` is what it says of one that the form does not show. */
  refusal: ApiError | null;
  unplaced: string | undefined;
  submit: () => void;
  /** Back to what was saved. */
  reset: () => void;
};

/**
 * The state of a form that keeps what was typed when the server refuses.
 * @param saved what is there now; a later answer replaces what the form compares with, not what is typed
 * @param save sends the values; what it throws is shown
 */
export function useForm<Values extends object, Result>({
  saved,
  save,
  onSaved,
}: {
  saved: Values;
  save: (values: Values) => Promise<Result>;
  onSaved?: (result: Result) => void;
}): Form<Values> {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values = { ...saved, ...typed };
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: (result, sent) => {
      // What was typed while it was on its way is not saved yet.
      setTyped(
        (now) =>
          Object.fromEntries(
            Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Values]),
          ) as Partial<Values>,
      );
      onSaved?.(result);
    },
  });
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const refusal =
    isRefusal(mutation.error, "invalid_input") && mutation.error.fields.length > 0
      ? mutation.error
      : null;
  // A form asks for each of its fields whenever it is rendered, so before anything is refused.
  const [asked] = useState(() => new Set<string>());
  const left = refusal?.fields.filter(
    ({ path }) => !path.split(".").some((name) => changed.has(name)),
  );
  const isDirty = Object.keys(typed).some(
    (name) =>
      JSON.stringify(typed[name as keyof Values]) !== JSON.stringify(saved[name as keyof Values]),
  );
  return {
    values,
    isDirty,
    isSaving: mutation.isPending,
    isSaved: mutation.isSuccess && !isDirty,
    errorOf: (path) => {
      asked.add(path);
      return left?.find((field) => field.path === path)?.message;
    },
    error: refusal ? null : mutation.error,
    refusal,
    unplaced: left?.find(({ path }) => !asked.has(path))?.message,
    set: (changes) => {
      setTyped((before) => ({ ...before, ...changes }));
      setChanged((before) => new Set([...before, ...Object.keys(changes)]));
    },
    submit: () => {
      if (mutation.isPending) return;
      setChanged(new Set());
      mutation.mutate(values);
    },
    reset: () => {
      setTyped({});
      mutation.reset();
    },
  };
}
