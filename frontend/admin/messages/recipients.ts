import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ListedMessage, MessageInput } from "./queries.ts";

type Recipients = MessageInput["recipients"];
type Filters = Extract<Recipients, { of: "customers" }>["filters"];

/** Reads from the URL of a new message whom it is for: a customer, a product, or filters of the list of customers. */
export function readRecipients(params: URLSearchParams): Recipients {
  const { customer, holdersOf, ...filters } = Object.fromEntries(params);
  if (customer !== undefined) return { of: "customer", userId: customer };
  if (holdersOf !== undefined) return { of: "product", productId: holdersOf };
  // The server refuses what the list does not have.
  return { of: "customers", filters: filters as Filters };
}

/** Returns the recipients of a message as they are saved. */
export function toInput(recipients: ListedMessage["recipients"]): Recipients {
  switch (recipients.of) {
    case "customer":
      return { of: "customer", userId: recipients.userId };
    case "product":
      return { of: "product", productId: recipients.productId };
    case "customers":
      return { of: "customers", filters: recipients.filters as Filters };
  }
}

/** Whom a message is for, by name; null if it is not known. */
type Named =
  | { of: "customer"; name: string | null }
  | { of: "product"; name: string | null }
  | { of: "customers"; filters: object };

/** Says whom a message is for. */
export function describeRecipients(i18n: I18n, recipients: Named): string {
  switch (recipients.of) {
    case "customer":
      return recipients.name ?? i18n._(msg`One customer`);
    case "product": {
      const { name } = recipients;
      return name === null
        ? i18n._(msg`Everyone with access to a product`)
        : i18n._(msg`Everyone with access to ${name}`);
    }
    case "customers":
      return Object.keys(recipients.filters).length === 0
        ? i18n._(msg`All customers`)
        : i18n._(msg`Customers that match a filter`);
  }
}
