import type { OptionalEmailKind } from "../../settings/email-settings.ts";
import { writeAccessEnded } from "./access-ended.ts";
import { writeCancellation, writeCancellationUndone } from "./cancellation.ts";
import { writeEndingSoon } from "./ending-soon.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { writeKeysArrived } from "./license-keys.ts";
import { writeOfferTaken } from "./offer-taken.ts";
import { writePause } from "./pause.ts";
import { writePaymentFailed } from "./payment-failed.ts";
import { writePayment } from "./payment.ts";
import { writePaymentRequest } from "./payment-request.ts";
import { writePlanChanged } from "./plan-changed.ts";
import { writePurchase } from "./purchase.ts";
import { writeRefundedDuplicate, writeRefundFailed } from "./refunds.ts";
import { writeRefunded } from "./refunded.ts";
import { writeRenewalNotice } from "./renewal-notice.ts";
import { writeTrialRefused } from "./trial-refused.ts";

/** The kinds that are about a purchase or a gift. */
export type LibraryEmailKind =
  | Exclude<OptionalEmailKind, "account_deleted">
  | "payment_request"
  | "renewal_notice";

/** The emails about a purchase or a gift. */
export const libraryEmails: Record<LibraryEmailKind, WriteLibraryEmail> = {
  purchase: writePurchase,
  payment_failed: writePaymentFailed,
  ending_soon: writeEndingSoon,
  access_ended: writeAccessEnded,
  refunded_duplicate: writeRefundedDuplicate,
  refund_failed: writeRefundFailed,
  keys_arrived: writeKeysArrived,
  trial_refused: writeTrialRefused,
  refunded: writeRefunded,
  cancellation: writeCancellation,
  cancellation_undone: writeCancellationUndone,
  plan_changed: writePlanChanged,
  payment: writePayment,
  pause: writePause,
  offer_taken: writeOfferTaken,
  payment_request: writePaymentRequest,
  renewal_notice: writeRenewalNotice,
};
