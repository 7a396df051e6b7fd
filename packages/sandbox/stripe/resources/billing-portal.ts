import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import {
  createConfiguration,
  createConfigurationParams,
  updateConfiguration,
  updateConfigurationParams,
} from "../portal/configuration.ts";
import { createPortalSession, createPortalSessionParams } from "../portal/create-portal-session.ts";
import { filterByFields, listObjects, paginationParams } from "../protocol/list.ts";
import { flag, noParams, schemaFor } from "../protocol/params.ts";

const path = "/v1/billing_portal/configurations";

const listParams = schemaFor<Stripe.BillingPortal.ConfigurationListParams>()({
  ...paginationParams,
  active: flag.optional(),
  is_default: flag.optional(),
});

export const billingPortal: Feature = {
  objectTypes: [
    { type: "billing_portal.configuration", links: {} },
    {
      type: "billing_portal.session",
      links: { configuration: idLink("billing_portal.configuration") },
    },
  ],
  endpoints: [
    endpoint("POST", "/v1/billing_portal/sessions", createPortalSessionParams, (account, params) =>
      account.serialize("billing_portal.session", createPortalSession(account, params)),
    ),
    endpoint("POST", path, createConfigurationParams, (account, params) =>
      account.serialize("billing_portal.configuration", createConfiguration(account, params)),
    ),
    endpoint("GET", path, listParams, (account, { active, is_default, ...cursor }) =>
      listObjects(
        account,
        "billing_portal.configuration",
        path,
        filterByFields({ active, is_default }),
        cursor,
      ),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: configuration = "" }) =>
      account.serialize(
        "billing_portal.configuration",
        account.get("billing_portal.configuration", configuration),
      ),
    ),
    endpoint(
      "POST",
      `${path}/:id`,
      updateConfigurationParams,
      (account, params, { id: configuration = "" }) =>
        account.serialize(
          "billing_portal.configuration",
          updateConfiguration(account, configuration, params),
        ),
    ),
  ],
};
