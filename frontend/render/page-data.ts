import type { PageData } from "../../worker/render/renderer.ts";
import type { AnswerSource } from "../app.tsx";
import type { FirstAnswers } from "../http/answers.ts";
import { queryKeys } from "../http/query-keys.ts";
import { meQuery } from "../http/session.ts";
import { productQuery, shopDetailsQuery, shopQuery } from "../http/shop.ts";
import { legalPageQuery } from "../shop/legal/queries.ts";
import { drawnForVisitors, pageQuery } from "../shop/pages/queries.ts";

/** The id of the data block. */
export const pageDataId = "page-data";

/** Puts what a page shows into the answers, in the Worker and in the browser, so that both draw the same. */
export function fillAnswers(answers: FirstAnswers, { shop, content, me }: PageData): void {
  answers.set(shopDetailsQuery.queryKey, shop);
  if (me) answers.set(meQuery.queryKey, me);
  switch (content.kind) {
    case "home":
      answers.set(shopQuery.queryKey, {
        shop,
        products: content.products,
        sections: content.sections,
      });
      return;
    case "product":
      answers.set(productQuery(content.product.slug).queryKey, content.product);
      return;
    case "legal":
      answers.set(legalPageQuery(content.legalPage.name).queryKey, content.legalPage);
      return;
    case "members":
      answers.set(
        pageQuery(content.page.slug).queryKey,
        content.page,
        me ? Date.now() : drawnForVisitors,
      );
      return;
    case "signIn":
      answers.set(
        queryKeys.providers,
        content.providers.map(({ id, name, isEmail }) => ({
          id,
          name,
          type: isEmail ? "email" : "oidc",
        })),
      );
      answers.set(queryKeys.intendedPurchase(content.returnPath), content.purchase);
      return;
    case "library":
      answers.set(queryKeys.library, {
        entries: content.entries,
        unpaid: content.unpaid,
        seatOffers: content.seatOffers,
      });
      return;
    case "frame":
    case "missing":
    case "gone":
  }
}

/** Returns the answers for an app that is drawn once, in the Worker. */
export function toSource(answers: FirstAnswers): AnswerSource {
  const current = { answers };
  return { get: () => current, subscribe: () => () => undefined };
}

/** Returns the data that the Worker has embedded; undefined if it answered with the app alone. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}
