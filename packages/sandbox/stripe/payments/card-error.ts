import { ApiError, type ErrorBody } from "../protocol/errors.ts";
import type { Decline } from "./test-cards.ts";

/**
 * Creates the 402 for a card that the bank declines.
 * @param more what else the answer has, such as the failed charge
 * @param options.keepWork keeps what the request has stored
 */
export const cardError = (
  { code, declineCode, message }: Decline,
  more: Partial<ErrorBody> = {},
  options: { keepWork?: boolean } = {},
): ApiError =>
  new ApiError(
    402,
    {
      type: "card_error",
      code,
      message,
      ...(declineCode && { decline_code: declineCode }),
      ...more,
    },
    options,
  );
