import { queryOptions } from "@tanstack/react-query";
import { isApiError } from "../../http/errors.ts";
import { api, read } from "../../http/client.ts";
import { composeEvidence, type EvidenceFacts } from "./compose-evidence.ts";
import { ordersKey, type Order } from "./queries.ts";

/** A disputed order or subscription: what the evidence is written from, besides what is asked for here. */
export type DisputedPurchase = EvidenceFacts["purchase"] &
  Pick<Order, "consent" | "user" | "benefits"> & { productId: string | null };

/** Kinds of emails that report to members of the team, and not to customers. */
const teamKinds = ["notification", "notification_digest", "endpoint_stopped"];

/** Collects what the shop knows about a disputed purchase, and writes the evidence from it. */
export const evidenceQuery = (purchase: DisputedPurchase) =>
  queryOptions({
    queryKey: [...ordersKey, purchase.id, "evidence"],
    queryFn: async () => {
      const { user, benefits, productId, consent } = purchase;
      const [known, product, terms, refundPolicy] = await Promise.all([
        read(api.admin.customers[":userId"].$get({ param: { userId: user.id } })),
        productId === null
          ? null
          : read(api.admin.products[":id"].$get({ param: { id: productId } })),
        consent?.termsHash ? readLegalPage(`terms@${consent.termsHash}`) : null,
        readLegalPage("refunds"),
      ]);
      return composeEvidence({
        origin: location.origin,
        purchase,
        customer: user,
        product: product ?? { name: benefits[0]?.name ?? "", tagline: "", description: "" },
        benefits,
        // Of what was bought, and not of the customer's other purchases.
        downloads: known.downloads.filter((download) =>
          benefits.some(({ benefitId }) => benefitId === download.benefitId),
        ),
        sessions: known.sessions,
        emails: known.emails.flatMap(({ kind, sourceId, sentAt, status }) =>
          sentAt !== null &&
          status === "sent" &&
          sourceId === purchase.id &&
          !teamKinds.includes(kind)
            ? [{ kind, sentAt }]
            : [],
        ),
        terms,
        refundPolicy,
      });
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Returns a legal page as text, and its address; null if the shop has no such page. */
async function readLegalPage(name: string): Promise<{ url: string; text: string } | null> {
  try {
    const { html } = await read(api.shop.legal[":page"].$get({ param: { page: name } }));
    const { body } = new DOMParser().parseFromString(html, "text/html");
    return { url: `${location.origin}/legal/${name}`, text: body.textContent.trim() };
  } catch (error) {
    if (isApiError(error, "not_found")) return null;
    throw error;
  }
}
