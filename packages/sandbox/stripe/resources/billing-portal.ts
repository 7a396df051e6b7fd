import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import {
  createConfiguration,
  createConfigurationParams,
  updateConfiguration,
  updateConfigurationParams,
} from "../portal/configuration.ts";
import { createPortalSession, createSessionParams } from "../portal/create-portal-session.ts";
import { byFields, listObjects, pagination } from "../protocol/list.ts";
import { flag, noParams, shape } from "../protocol/params.ts";

const path = "/v1/billing_portal/configurations";

const listParams = shape<Stripe.BillingPortal.ConfigurationListParams>()({
  ...pagination,
  active: flag.optional(),
  is_default: flag.optional(),
});

export const billingPortal: Feature = {
  kinds: [
    { type: "billing_portal.configuration", links: {} },
    {
      type: "billing_portal.session",
      links: { configuration: id("billing_portal.configuration") },
    },
  ],
  endpoints: [
    endpoint("POST", "/v1/billing_portal/sessions", createSessionParams, (account, params) =>
      account.show("billing_portal.session", createPortalSession(account, params)),
    ),
    endpoint("POST", path, createConfigurationParams, (account, params) =>
      account.show("billing_portal.configuration", createConfiguration(account, params)),
    ),
    endpoint("GET", path, listParams, (account, { active, is_default, ...cursor }) =>
      listObjects(
        account,
        "billing_portal.configuration",
        path,
        byFields({ active, is_default }),
        cursor,
      ),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: configuration = "" }) =>
      account.show(
        "billing_portal.configuration",
        account.get("billing_portal.configuration", configuration),
      ),
    ),
    endpoint(
      "POST",
      `${path}/:id`,
      updateConfigurationParams,
      (account, params, { id: configuration = "" }) =>
        account.show(
          "billing_portal.configuration",
          updateConfiguration(account, configuration, params),
        ),
    ),
  ],
};
