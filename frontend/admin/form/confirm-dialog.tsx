import { useLingui } from "@lingui/react/macro";
import { useState, type ComponentProps } from "react";
import { ConfirmDialog as Confirm } from "../../shell/confirm-dialog.tsx";

/** Asks once before something is done in the console, and says why where it was refused. */
export function ConfirmDialog({
  cancelLabel,
  ...props
}: Omit<ComponentProps<typeof Confirm>, "cancelLabel"> & {
  /** By default "Cancel". */
  cancelLabel?: string;
}) {
  const { t } = useLingui();
  return <Confirm cancelLabel={cancelLabel ?? t`Cancel`} {...props} />;
}

/** What is done after a confirmation: a mutation, or its part that a fresh sign-in leaves. */
type Action<Input> = {
  mutate: (input: Input, options: { onSuccess: () => void }) => void;
  isPending: boolean;
  error: Error | null;
  reset: () => void;
};

/** A question that is asked before an action runs. */
export type Confirmation = ReturnType<typeof useConfirmation>;

/**
 * Asks before an action runs. The question goes away when the action is done; an error of before goes away when it is
 * asked again.
 * @param onDone called when the action is done
 * @returns `ask`, which asks whether to run the action with this input; `asked`, the input that is asked about; and
 *   `dialog`, for `ConfirmDialog`
 */
export function useConfirmation<Input>(action: Action<Input>, onDone?: (input: Input) => void) {
  const [asked, setAsked] = useState<{ input: Input } | null>(null);
  const close = () => setAsked(null);
  const ask = (input: Input) => {
    if (action.error) action.reset();
    setAsked({ input });
  };
  const confirm = (input: Input) =>
    action.mutate(input, {
      onSuccess: () => {
        close();
        onDone?.(input);
      },
    });
  return {
    ask,
    asked,
    dialog: {
      busy: action.isPending,
      error: action.error,
      onConfirm: () => asked && confirm(asked.input),
      onClose: close,
    },
  };
}
