import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { queryClient } from "../../http/query.ts";
import { FormFrame, useForm } from "../form/form.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { getListKey } from "../frame/queries.ts";
import { MessageFields } from "./message-fields.tsx";
import {
  createMessage,
  customerNameQuery,
  messagesKey,
  productNameQuery,
  type MessageInput,
} from "./queries.ts";
import { describeRecipients, readRecipients } from "./recipients.ts";

/** `/admin/customers/messages/new`: writes a draft to those whom the URL names. */
export default function NewMessagePage() {
  const { t, i18n } = useLingui();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const [recipients] = useState(() => readRecipients(params));
  const name = useRecipientName(recipients);
  const form = useForm({
    savedValues: {
      purpose: recipients.of === "customers" ? ("news" as const) : ("service" as const),
      subject: "",
      body: "",
    } as Pick<MessageInput, "purpose" | "subject" | "body">,
    save: (values) => createMessage({ ...values, recipients }),
    savedToast: t`Draft saved`,
    onSaved: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: getListKey(messagesKey) });
      navigate(consolePaths.message(id), { replace: true });
    },
  });
  const to = describeRecipients(
    i18n,
    recipients.of === "customers" ? recipients : { of: recipients.of, name },
  );
  return (
    <ConsolePage
      title={t`New message`}
      parent={{ href: consolePaths.messages, name: t`Messages` }}
      description={t`To: ${to}. Nothing is sent before you have seen a preview.`}
    >
      <FormFrame form={form} submitLabel={t`Save draft`} isNew>
        <MessageFields
          values={form.values}
          getError={form.getFieldError}
          onChange={form.setValues}
          recipients={recipients}
        />
      </FormFrame>
    </ConsolePage>
  );
}

/** How the customer or the product is called; null until it is known. */
function useRecipientName(recipients: MessageInput["recipients"]): string | null {
  const customer = recipients.of === "customer" ? recipients.userId : null;
  const product = recipients.of === "product" ? recipients.productId : null;
  const customerName = useQuery({
    ...customerNameQuery(customer ?? ""),
    enabled: customer !== null,
  });
  const productName = useQuery({ ...productNameQuery(product ?? ""), enabled: product !== null });
  return customerName.data ?? productName.data ?? null;
}
