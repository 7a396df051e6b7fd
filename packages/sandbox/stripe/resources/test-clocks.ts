import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { listObjects, paginationParams } from "../protocol/list.ts";
import { integer, noParams, schemaFor, text } from "../protocol/params.ts";
import {
  advanceTestClock,
  createTestClock,
  deleteTestClock,
  finishTestClockAdvance,
} from "../time/test-clock.ts";

const path = "/v1/test_helpers/test_clocks";

const createParams = schemaFor<Stripe.TestHelpers.TestClockCreateParams>()({
  frozen_time: integer,
  name: text.max(300).optional(),
});
const advanceParams = schemaFor<Stripe.TestHelpers.TestClockAdvanceParams>()({
  frozen_time: integer,
});

/** `testHelpers.testClocks`: clocks that control the time of their customers. */
export const testClocks: Feature = {
  objectTypes: [{ type: "test_helpers.test_clock", links: {} }],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) =>
      account.serialize("test_helpers.test_clock", createTestClock(account, params)),
    ),
    endpoint("GET", path, noParams.extend(paginationParams), (account, cursor) =>
      listObjects(account, "test_helpers.test_clock", path, [], cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: clock = "" }) =>
      account.serialize("test_helpers.test_clock", account.get("test_helpers.test_clock", clock)),
    ),
    endpoint(
      "POST",
      `${path}/:id/advance`,
      advanceParams,
      (account, { frozen_time: target }, { id: clock = "" }) =>
        account.serialize("test_helpers.test_clock", advanceTestClock(account, clock, target)),
    ),
    endpoint("DELETE", `${path}/:id`, noParams, (account, _params, { id: clock = "" }) =>
      deleteTestClock(account, clock),
    ),
  ],
  jobs: { finish_advance: finishTestClockAdvance },
};
