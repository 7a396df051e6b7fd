import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { listObjects, pagination } from "../protocol/list.ts";
import { integer, noParams, shape, text } from "../protocol/params.ts";
import { advanceClock, createTestClock, deleteClock, finishAdvance } from "../time/test-clock.ts";

const path = "/v1/test_helpers/test_clocks";

const createParams = shape<Stripe.TestHelpers.TestClockCreateParams>()({
  frozen_time: integer,
  name: text.max(300).optional(),
});
const advanceParams = shape<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer });

/** `testHelpers.testClocks`: customers whose time is moved by a program. */
export const testClocks: Feature = {
  kinds: [{ type: "test_helpers.test_clock", links: {} }],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) =>
      account.show("test_helpers.test_clock", createTestClock(account, params)),
    ),
    endpoint("GET", path, noParams.extend(pagination), (account, cursor) =>
      listObjects(account, "test_helpers.test_clock", path, [], cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: clock = "" }) =>
      account.show("test_helpers.test_clock", account.get("test_helpers.test_clock", clock)),
    ),
    endpoint(
      "POST",
      `${path}/:id/advance`,
      advanceParams,
      (account, { frozen_time: target }, { id: clock = "" }) =>
        account.show("test_helpers.test_clock", advanceClock(account, clock, target)),
    ),
    endpoint("DELETE", `${path}/:id`, noParams, (account, _params, { id: clock = "" }) =>
      deleteClock(account, clock),
    ),
  ],
  jobs: { finish_advance: finishAdvance },
};
