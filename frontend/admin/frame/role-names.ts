import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Role } from "../../../worker/shared/roles.ts";

/** What the roles of the team are called. */
export const teamRoleNames: Record<Exclude<Role, "buyer">, MessageDescriptor> = {
  support: msg`Support`,
  admin: msg`Admin`,
  owner: msg`Owner`,
};

/** What the role of any account is called. */
export const roleNames: Record<Role, MessageDescriptor> = { buyer: msg`Buyer`, ...teamRoleNames };
