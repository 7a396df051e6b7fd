/** Names of cards and other ways to pay that are the same in every language, by Stripe's names of them. */
export const paymentBrands: Record<string, string> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  link: "Link",
  mastercard: "Mastercard",
  paypal: "PayPal",
  unionpay: "UnionPay",
  visa: "Visa",
};
