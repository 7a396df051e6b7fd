/**
 * Describes the outcome of a checkout.
 * @param isCardRefused of a refused trial: because of the card, not of the user
 */
export function describeCheckoutOutcome(
  state: string,
  productName: string | undefined,
  isSlow: boolean,
  isCardRefused = false,
) {
  const name = productName ?? "what you bought";
  switch (state) {
    case "complete":
      return {
        title: "Thank you. It’s yours.",
        text: `${productName ?? "It"} is in your library from now on.`,
      };
    case "processing":
      return {
        title: "Your payment is on its way.",
        text: `Some ways to pay take a few days. ${productName ?? "It"} opens in your library by itself when the money arrives; there is no need to pay again.`,
      };
    case "failed":
      return {
        title: "The payment did not go through.",
        text: "Your bank refused it, and nothing was charged. You can try again, perhaps with another card.",
      };
    case "open":
      return {
        title: "You have not paid yet.",
        text: "The checkout is still open, and nothing was charged.",
      };
    case "expired":
      return {
        title: "This checkout has expired.",
        text: "It was not paid in time, and nothing was charged. You can start again whenever you like.",
      };
    case "trial_refused":
      return {
        title: "Your free trial did not start.",
        text: `${isCardRefused ? "This card has already been used for a free trial here, and each card gets only one." : "You have already had a free trial here, and each person gets only one."} The subscription was canceled, and nothing was charged. You can subscribe to ${name} without a trial.`,
      };
    default:
      return isSlow
        ? {
            title: "This takes longer than usual.",
            text: `Your payment is safe. As soon as it is confirmed, ${name} is in your library, whether this page is open or not. Do not pay again.`,
          }
        : { title: "Confirming your payment", text: "This takes a few seconds." };
  }
}
