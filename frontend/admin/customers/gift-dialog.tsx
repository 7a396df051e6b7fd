import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FormDialog } from "../form/form-dialog.tsx";
import { useForm } from "../form/form.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, FieldRow, SelectField, TextArea, TextField } from "../../ui/field/fields.tsx";
import { isLocale, localeNames, locales } from "../../../worker/shared/locales.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { endOfDay } from "../form/end-of-day.ts";
import { giftableProductsQuery, type GiftableProduct, type NewGift } from "./queries.ts";

/** Whom a gift is for: a user, or an email that is asked for. */
type Recipient = { userId: string; name: string } | "email";

type Props = {
  to: Recipient;
  give: (gift: NewGift) => Promise<unknown>;
  /** While a fresh sign-in is asked for, which keeps what was entered. */
  isLeaving: boolean;
  onClose: () => void;
};

/** Gives a product without payment, until a date or without an end. */
export function GiftDialog(props: Props) {
  const { t } = useLingui();
  const giftableProducts = useQuery(giftableProductsQuery);
  return (
    <QueryBoundary
      query={giftableProducts}
      skeleton={
        <Dialog
          title={t`Give access`}
          onClose={props.onClose}
          actions={<Button onClick={props.onClose}>{t`Close`}</Button>}
        >
          <SkeletonLines lines={4} />
        </Dialog>
      }
    >
      {(given) => <GiftForm {...props} {...given} />}
    </QueryBoundary>
  );
}

function GiftForm({
  to,
  products,
  canEmail,
  give,
  isLeaving,
  onClose,
}: Props & { products: GiftableProduct[]; canEmail: boolean }) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: {
      email: "",
      productId: products[0]?.id ?? "",
      quantity: "1",
      endsAt: "",
      note: "",
      message: "",
      sendEmail: canEmail,
      locale: "",
    },
    save: ({ email, productId, quantity, endsAt, note, message, sendEmail, locale }) =>
      give({
        ...(to === "email"
          ? { email, sendEmail, ...(isLocale(locale) && { locale }) }
          : { userId: to.userId }),
        productId,
        quantity: isPerSeat(products, productId) ? Number(quantity) : 1,
        ...(endsAt && { endsAt: endOfDay(endsAt) }),
        note,
        message,
      }),
    // What became of a gift to an email is said after it.
    savedToast: to === "email" ? null : t`Access given`,
    onSaved: onClose,
  });
  const { values } = form;
  if (products.length === 0)
    return (
      <Dialog
        title={t`Give access`}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t`Close`}</Button>}
      >
        <p>{t`No published products to give. Publish a product first.`}</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={to === "email" ? t`Give access` : t`Give ${{ name: to.name }} access`}
      submitLabel={t`Give access`}
      busyLabel={t`Giving…`}
      form={form}
      isLeaving={isLeaving}
      onClose={onClose}
    >
      {to === "email" && (
        <TextField
          label={t`Email`}
          hint={t`A customer who has confirmed this address gets access now. Otherwise, whoever signs in with this address gets it, for up to a year.`}
          type="email"
          autoComplete="off"
          {...form.field("email")}
        />
      )}
      <SelectField
        label={t`Product`}
        {...form.field("productId")}
        options={products.map((product) => ({ value: product.id, label: product.name }))}
      />
      <FieldRow>
        <TextField
          label={t`End date`}
          hint={t`Access ends at the end of this day. Leave blank for lifetime access.`}
          type="date"
          {...form.field("endsAt")}
        />
        {isPerSeat(products, values.productId) && (
          <TextField label={t`Seats`} inputMode="numeric" {...form.field("quantity")} />
        )}
      </FieldRow>
      {canEmail && (
        <TextArea
          label={t`Message`}
          hint={t`Optional. It is in the email about the gift.`}
          {...form.field("message")}
        />
      )}
      {canEmail && to === "email" && (
        <>
          <CheckField
            label={t`Email them a link to the gift`}
            hint={t`Whoever opens the link can accept the gift with any account, once. Turn this off to tell them yourself.`}
            {...form.check("sendEmail")}
          />
          {values.sendEmail && (
            <SelectField
              label={t`Language of the email`}
              {...form.field("locale")}
              options={[
                { value: "", label: t`The shop’s language` },
                ...locales.map((each) => ({
                  value: each,
                  label: localeNames[each],
                  lang: each,
                })),
              ]}
            />
          )}
        </>
      )}
      <TextArea
        label={t`Note`}
        hint={t`The reason for the gift. Only your team can see it.`}
        {...form.field("note")}
      />
    </FormDialog>
  );
}

function isPerSeat(products: GiftableProduct[], id: string): boolean {
  return products.find((product) => product.id === id)?.isPerSeat ?? false;
}
