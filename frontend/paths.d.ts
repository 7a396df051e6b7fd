/** Makes a page go on with what the user started before signing in. */
export declare const continueParam = "continue";
/** All URLs of the app. Variable parts are encoded only here. */
export declare const paths: {
  home: string;
  productPattern: string;
  product: (slug: string) => string;
  /** A product page that continues to checkout as soon as the user is signed in. */
  buy: (
    slug: string,
    {
      priceId,
      quantity,
    }: {
      priceId: string;
      quantity?: number | undefined;
    },
  ) => string;
  /** Where a product's form goes, with `price` and `seats`. Also the page that asks once more after signing in. */
  buyForm: string;
  /** @param loginHint an email that the identity provider suggests */
  signIn: (returnTo?: string, loginHint?: string | null) => string;
  signOut: string;
  error: string;
  verifyRequest: string;
  checkoutLinkPattern: string;
  /** A purchase that another program prepared. The sign-in page shows the product of the price. */
  checkoutLink: (
    id: string,
    {
      priceId,
    }: {
      priceId: string;
    },
  ) => string;
  checkoutReturn: string;
  giftLinkPattern: string;
  /** A gift that is accepted as soon as the user is signed in. */
  acceptGift: (secret: string) => string;
  library: string;
  libraryEntry: (id: string) => string;
  pagePattern: string;
  /** A members-only page. */
  page: (slug: string) => string;
  legalPattern: string;
  /** A legal page, such as the terms. Exists only if the seller has written it. */
  legal: (page: string) => string;
  account: string;
  /** The account page after linking an account of this provider. */
  accountLinked: (providerId: string) => string;
  deleteAccount: string;
  goodbye: string;
  billing: string;
  /** An order or a subscription on the billing page. */
  billingRow: (id: string) => string;
  /** The API reference, a page of its own outside of the app. */
  apiReference: string;
  /** The console. The paths of its pages are in `admin/frame/console-paths.ts`. */
  console: string;
};
/** The endpoints of Auth.js, which are not part of the typed client. */
export declare const authPaths: {
  csrf: string;
  providers: string;
  signIn: (providerId: string) => string;
  emailCallback: string;
  signOut: string;
};
/** The pages outside the console, with the patterns of their URLs. A parameter is always the last segment. */
export declare const pagePatterns: {
  home: string;
  product: string;
  signIn: string;
  signOut: string;
  error: string;
  verifyRequest: string;
  checkoutReturn: string;
  checkoutLink: string;
  giftLink: string;
  library: string;
  page: string;
  legal: string;
  account: string;
  deleteAccount: string;
  goodbye: string;
  billing: string;
};
export type PageName = keyof typeof pagePatterns;
/** Returns which page has this path; undefined for the console's pages and for unknown paths. */
export declare function findPageName(path: string): PageName | undefined;
/** Returns whether the path is in the console. */
export declare function isConsolePath(path: string): boolean;
