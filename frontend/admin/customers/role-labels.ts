import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CustomerDetails } from "./queries.ts";

/** What the role of an account is called. */
export const roleLabels: Record<CustomerDetails["user"]["role"], MessageDescriptor> = {
  buyer: msg`Buyer`,
  support: msg`Support`,
  admin: msg`Admin`,
  owner: msg`Owner`,
};
