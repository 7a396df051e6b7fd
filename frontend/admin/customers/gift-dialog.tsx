import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, type FormEvent } from "react";
import { FormError } from "../frame/form-error.tsx";
import { FieldRow, SelectField, TextArea, TextField } from "../frame/form-frame.tsx";
import { useCloseGuard } from "../frame/unsaved-changes-guard.tsx";
import { useForm } from "../frame/use-form.ts";
import { useRefusedFocus } from "../frame/use-focus-first-invalid-field.ts";
import { api, read } from "../../http/client.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import styles from "./customer-page.module.css";
import { customersKey, giveableQuery, type Giveable } from "./queries.ts";

/** Gives somebody what a product gives, without a payment, until a day or for good. */
export function GiftDialog(props: { userId: string; name: string; onClose: () => void }) {
  const giveable = useQuery(giveableQuery);
  return (
    <Loaded
      query={giveable}
      skeleton={
        <Dialog
          title="Give access"
          onClose={props.onClose}
          actions={<Button onClick={props.onClose}>Close</Button>}
        >
          <SkeletonLines lines={4} />
        </Dialog>
      }
    >
      {({ products }) => <GiftForm {...props} products={products} />}
    </Loaded>
  );
}

function GiftForm({
  userId,
  name,
  products,
  onClose,
}: {
  userId: string;
  name: string;
  products: Giveable[];
  onClose: () => void;
}) {
  const formId = useId();
  const client = useQueryClient();
  const form = useForm({
    saved: { productId: products[0]?.id ?? "", quantity: "1", endsAt: "", note: "" },
    save: ({ productId, quantity, endsAt, note }) =>
      read(
        api.admin.comps.$post({
          json: {
            userId,
            productId,
            quantity: isPerSeat(products, productId) ? Number(quantity) : 1,
            ...(endsAt && { endsAt: endOfDay(endsAt) }),
            note,
          },
        }),
      ),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: customersKey });
      onClose();
    },
  });
  const { values, set, errorOf } = form;
  const element = useRefusedFocus<HTMLFormElement>(form.refusal);
  const guard = useCloseGuard(form.isDirty, form.isSaving, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  if (products.length === 0)
    return (
      <Dialog
        title="Give access"
        onClose={onClose}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <p>There is no published product that could be given.</p>
      </Dialog>
    );
  return (
    <Dialog
      title={`Give ${name} access`}
      keepsOpen={form.isDirty}
      onClose={guard.close}
      actions={
        <>
          <Button onClick={guard.close}>Cancel</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.isSaving}>
            {form.isSaving ? "Giving…" : "Give it"}
          </Button>
        </>
      }
    >
      <form ref={element} id={formId} className={styles.form} onSubmit={submit} noValidate>
        <SelectField
          label="Product"
          value={values.productId}
          onChange={(event) => set({ productId: event.target.value })}
          error={errorOf("productId")}
          options={products.map((product) => ({ value: product.id, label: product.name }))}
        />
        <FieldRow>
          <TextField
            label="Until"
            hint="The end of that day. Left empty, it has no end."
            type="date"
            value={values.endsAt}
            onChange={(event) => set({ endsAt: event.target.value })}
            error={errorOf("endsAt")}
          />
          {isPerSeat(products, values.productId) && (
            <TextField
              label="Seats"
              inputMode="numeric"
              value={values.quantity}
              onChange={(event) => set({ quantity: event.target.value })}
              error={errorOf("quantity")}
            />
          )}
        </FieldRow>
        <TextArea
          label="Why"
          hint="For you and your team. They do not see it."
          value={values.note}
          onChange={(event) => set({ note: event.target.value })}
          error={errorOf("note")}
        />
        <FormError form={form} />
      </form>
      {guard.question}
    </Dialog>
  );
}

function isPerSeat(products: Giveable[], id: string): boolean {
  return products.find((each) => each.id === id)?.isPerSeat ?? false;
}

/** `2026-03-03` → the last millisecond of that day where the reader is. */
function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime();
}
