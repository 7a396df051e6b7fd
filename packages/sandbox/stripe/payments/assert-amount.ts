import { getMinorUnitDigits, isChargeableAmount } from "../money.ts";
import { invalidRequestError } from "../protocol/errors.ts";

/** Stripe charges up to eight digits. */
const largestAmount = 99_999_999;

/** @throws ApiError 400 for an amount that Stripe doesn't charge */
export function assertAmount(amount: number, currency: string): void {
  if (amount < 1)
    throw invalidRequestError("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (currency === "usd" && amount < 50)
    throw invalidRequestError("Amount must be at least $0.50 usd", {
      code: "amount_too_small",
      param: "amount",
    });
  if (amount > largestAmount) {
    const digits = getMinorUnitDigits(currency);
    const largest = (largestAmount / 10 ** digits).toFixed(digits);
    throw invalidRequestError(`Amount must be no more than ${largest} ${currency}`, {
      code: "amount_too_large",
      param: "amount",
    });
  }
  if (!isChargeableAmount(amount, currency))
    throw invalidRequestError(`Amounts in ${currency} must be evenly divisible by 10.`, {
      param: "amount",
    });
}
