/** All URLs of the console. Not in `paths.ts`, because the storefront never loads the console's code. */
export const consolePaths = {
  overview: "/admin",
  /** The rows that a figure of the overview counts. */
  figure: (figure: string, query: URLSearchParams) => `/admin/figures/${figure}?${query}`,
  setup: "/admin/setup",
  products: "/admin/products",
  newProduct: "/admin/products/new",
  importProducts: "/admin/products/import",
  product: (id: string) => `/admin/products/${encodeURIComponent(id)}`,
  moveSubscribers: (productId: string, priceId: string) =>
    `/admin/products/${encodeURIComponent(productId)}/prices/${encodeURIComponent(priceId)}/move`,
  orders: "/admin/orders",
  order: (id: string) => `/admin/orders/${encodeURIComponent(id)}`,
  subscriptions: "/admin/subscriptions",
  subscription: (id: string) => `/admin/subscriptions/${encodeURIComponent(id)}`,
  invoices: "/admin/invoices",
  statements: "/admin/statements",
  statement: (id: string) => `/admin/statements/${encodeURIComponent(id)}`,
  customers: "/admin/customers",
  customer: (userId: string) => `/admin/customers/${encodeURIComponent(userId)}`,
  waitingGifts: "/admin/customers/gifts",
  messages: "/admin/customers/messages",
  /** To a customer (`customer`), to who has a product (`holdersOf`), or to those whom the list shows with filters. */
  newMessage: (recipients: Record<string, string>) =>
    `/admin/customers/messages/new?${new URLSearchParams(recipients)}`,
  message: (id: string) => `/admin/customers/messages/${encodeURIComponent(id)}`,
  licenses: "/admin/licenses",
  filteredLicenses: (filters: Record<string, string>) =>
    `/admin/licenses?${new URLSearchParams(filters)}`,
  importLicenses: "/admin/licenses/import",
  license: (id: string) => `/admin/licenses/${encodeURIComponent(id)}`,
  files: "/admin/files",
  allFiles: "/admin/files/all",
  file: (benefitId: string, fileId: string) =>
    `/admin/files?${new URLSearchParams({ benefit: benefitId, file: fileId })}`,
  pages: "/admin/pages",
  newPage: "/admin/pages/new",
  page: (id: string) => `/admin/pages/${encodeURIComponent(id)}`,
  discounts: "/admin/discounts",
  newDiscount: "/admin/discounts/new",
  links: "/admin/links",
  events: "/admin/events",
  event: (id: string) => `/admin/events/${encodeURIComponent(id)}`,
  doctor: "/admin/doctor",
  stripeSync: "/admin/doctor/stripe",
  notifications: "/admin/notifications",
  team: "/admin/team",
  settings: "/admin/settings",
  legalSettings: "/admin/settings/legal",
  accessSettings: "/admin/settings/access",
  emailSettings: "/admin/settings/emails",
  taxSettings: "/admin/settings/tax",
  lawSettings: "/admin/settings/law",
  audit: "/admin/audit",
};

/** The list of customers, with the dialog that gives access by email. */
export const giveAccessPath = `${consolePaths.customers}?give=access`;

/** The URLs of drafts as buyers will see them. Only the team can open them. */
export const previewPaths = {
  product: (id: string) => `/preview/p/${encodeURIComponent(id)}`,
  page: (id: string) => `/preview/read/${encodeURIComponent(id)}`,
};

/** The URLs of the developers' section. */
export const developerPaths = {
  quickstart: "/admin/developers",
  apiKeys: "/admin/developers/keys",
  newApiKey: "/admin/developers/keys/new",
  webhooks: "/admin/developers/webhooks",
  newEndpoint: "/admin/developers/webhooks/new",
  endpoint: (id: string) => `/admin/developers/webhooks/${encodeURIComponent(id)}`,
  delivery: (endpointId: string, id: string) =>
    `/admin/developers/webhooks/${encodeURIComponent(endpointId)}/deliveries/${encodeURIComponent(id)}`,
  feed: "/admin/developers/events",
  feedEvent: (id: string) => `/admin/developers/events/${encodeURIComponent(id)}`,
  settings: "/admin/developers/settings",
};

/** The list of permanent links, with one of its dialogs. */
export const linkPaths = {
  /** Makes a link. @param chosen what is chosen in the dialog: a product and one of its prices, a discount code */
  new: (chosen: { productId?: string; priceId?: string; promotionCodeId?: string }) =>
    `${consolePaths.links}?${new URLSearchParams({ dialog: "new", ...chosen })}`,
  /** Shows a link. @param params what the list is filtered by */
  link: (id: string, params?: URLSearchParams) => withDialog("show", id, params),
  edit: (id: string, params?: URLSearchParams) => withDialog("edit", id, params),
  orders: (linkId: string) => `${consolePaths.orders}?${new URLSearchParams({ linkId })}`,
  subscriptions: (linkId: string) =>
    `${consolePaths.subscriptions}?${new URLSearchParams({ linkId })}`,
};

function withDialog(dialog: string, link: string, params = new URLSearchParams()): string {
  const shown = new URLSearchParams({ ...Object.fromEntries(params), dialog, link });
  return `${consolePaths.links}?${shown}`;
}

/** Lists of the console that show what belongs to a discount code. */
export const codePaths = {
  discountsLike: (code: string) =>
    `${consolePaths.discounts}?${new URLSearchParams({ search: code })}`,
  orders: (promotionCodeId: string) =>
    `${consolePaths.orders}?${new URLSearchParams({ promotionCodeId })}`,
  subscriptions: (promotionCodeId: string) =>
    `${consolePaths.subscriptions}?${new URLSearchParams({ promotionCodeId })}`,
};
