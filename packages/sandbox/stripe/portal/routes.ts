import { Hono } from "hono";
import { csrf } from "hono/csrf";
import {
  toCardDetails,
  validateCard,
  defaultTestCard,
  readCardForm,
} from "../checkout/card-fields.ts";
import { groupByFour } from "../checkout/card-chooser.ts";
import { notFoundPage } from "../checkout/state-pages.ts";
import { saveAsDefaultPaymentMethod } from "../billing/save-as-default-payment-method.ts";
import { isOngoing } from "../billing/subscription-status.ts";
import { createPaymentMethod } from "../payments/payment-method.ts";
import { authenticationFailed, getBankDecision } from "../payments/test-cards.ts";
import type { StandIn } from "../stand-in.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { runAtObjectTime } from "../time/run-at-object-time.ts";
import { cancelSubscriptionInPortal, cancelPage, undoCancellationInPortal } from "./cancel.ts";
import { cardPage, confirmCardPage } from "./card.ts";
import {
  detailsPage,
  getSavedDetails,
  readDetailsForm,
  saveDetails,
  validateDetails,
} from "./details.ts";
import { homePage } from "./home.ts";
import { getReturnUrl, findPortalVisit, type PortalVisit } from "./portal-visit.ts";

type PageResponse = Response | Promise<Response>;

/** Serves the pages under `/portal/:session`, the target of `session.url`. The unguessable id replaces an API key. */
export function createPortalPages(standIn: StandIn): Hono {
  const pages = new Hono();
  // Rejects form posts from other sites that are open in the same browser.
  pages.use("/portal/*", csrf());

  pages.get("/portal/:session", (c) =>
    withVisit(c.req.param("session"), (visit) => {
      const { flow, id } = visit.session;
      const done = c.req.query("done") !== undefined;
      if (flow && !done)
        return flow.type === "payment_method_update"
          ? redirectTo(`/portal/${id}/card`)
          : redirectTo(
              `/portal/${id}/subscriptions/${flow.subscription_cancel!.subscription}/cancel`,
            );
      return homePage(visit, { done });
    }),
  );

  pages.get("/portal/:session/card", (c) =>
    withCard(c.req.param("session"), (visit) =>
      cardPage(visit, { typed: getPrefilledCard(visit), problems: {}, decline: null }),
    ),
  );

  pages.post("/portal/:session/card", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withCard(c.req.param("session"), (visit) => {
      const typed = readCardForm(form, getPrefilledCard(visit));
      const fill = form.get("fill");
      if (fill !== null)
        return cardPage(visit, {
          typed: { ...typed, number: groupByFour(fill) },
          problems: {},
          decline: null,
        });
      const problems = validateCard(visit.account, typed);
      if (Object.keys(problems).length > 0)
        return cardPage(visit, { typed, problems, decline: null });
      const method = createPaymentMethod(visit.account, toCardDetails(typed, visit.customer.email));
      const decision = getBankDecision(method._private.number, {
        saving: true,
        authenticated: false,
      });
      if (decision.kind === "declined")
        return cardPage(visit, { typed, problems, decline: decision.decline.message });
      if (decision.kind === "challenge")
        return redirectTo(`/portal/${visit.session.id}/card/${method.id}`);
      saveAsDefaultPaymentMethod(visit.account, visit.customer, method);
      return redirectTo(getReturnUrl(visit));
    });
  });

  pages.get("/portal/:session/card/:method", (c) =>
    withCard(c.req.param("session"), (visit) => {
      const method = visit.account.objects.find("payment_method", c.req.param("method"));
      return method && method.customer === null ? confirmCardPage(visit, method) : notFoundPage();
    }),
  );

  pages.post("/portal/:session/card/:method", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withCard(c.req.param("session"), (visit) => {
      const method = visit.account.objects.find("payment_method", c.req.param("method"));
      if (!method || method.customer !== null) return notFoundPage();
      if (form.get("answer") !== "complete") {
        const decline = authenticationFailed.message;
        return cardPage(visit, { typed: getPrefilledCard(visit), problems: {}, decline });
      }
      saveAsDefaultPaymentMethod(visit.account, visit.customer, method);
      return redirectTo(getReturnUrl(visit));
    });
  });

  pages.get("/portal/:session/details", (c) =>
    withDetails(c.req.param("session"), (visit) =>
      detailsPage(visit, { typed: getSavedDetails(visit), problems: {} }),
    ),
  );

  pages.post("/portal/:session/details", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withDetails(c.req.param("session"), (visit) => {
      const typed = readDetailsForm(form, getSavedDetails(visit));
      const problems = validateDetails(visit, typed);
      if (Object.keys(problems).length > 0) return detailsPage(visit, { typed, problems });
      saveDetails(visit, typed);
      return redirectTo(`/portal/${visit.session.id}?done`);
    });
  });

  pages.get("/portal/:session/subscriptions/:id/cancel", (c) =>
    withSubscription(c.req.param("session"), c.req.param("id"), (visit, subscription) =>
      subscription.cancel_at === null
        ? cancelPage(visit, subscription)
        : redirectTo(`/portal/${visit.session.id}?done`),
    ),
  );

  pages.post("/portal/:session/subscriptions/:id/cancel", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withSubscription(c.req.param("session"), c.req.param("id"), (visit, subscription) => {
      cancelSubscriptionInPortal(visit, subscription, {
        reason: form.get("reason"),
        comment: form.get("comment"),
      });
      return redirectTo(getReturnUrl(visit));
    });
  });

  pages.post("/portal/:session/subscriptions/:id/keep", (c) =>
    withSubscription(c.req.param("session"), c.req.param("id"), (visit, subscription) => {
      undoCancellationInPortal(visit.account, subscription);
      return redirectTo(`/portal/${visit.session.id}?done`);
    }),
  );

  return pages;

  /** Runs a page in one transaction, at the time of the customer's clock. */
  function withVisit(id: string, show: (visit: PortalVisit) => PageResponse): PageResponse {
    const account = standIn.findAccountByObjectId(id);
    if (!account) return notFoundPage();
    return standIn.commit(account, () =>
      runAtObjectTime(account, [id], () => {
        const visit = findPortalVisit(account, id);
        return visit ? show(visit) : notFoundPage();
      }),
    );
  }

  function withCard(id: string, show: (visit: PortalVisit) => PageResponse): PageResponse {
    return withVisit(id, (visit) =>
      visit.configuration.features.payment_method_update.enabled ? show(visit) : notFoundPage(),
    );
  }

  function withDetails(id: string, show: (visit: PortalVisit) => PageResponse): PageResponse {
    return withVisit(id, (visit) =>
      visit.configuration.features.customer_update.enabled ? show(visit) : notFoundPage(),
    );
  }

  /** Shows a page only for an ongoing subscription of the visit's customer, and only if canceling is enabled. */
  function withSubscription(
    session: string,
    id: string,
    show: (visit: PortalVisit, subscription: SubscriptionRow) => PageResponse,
  ): PageResponse {
    return withVisit(session, (visit) => {
      const subscription = visit.account.objects.find("subscription", id);
      const isOwn = subscription?.customer === visit.customer.id && isOngoing(subscription);
      const canCancel = visit.configuration.features.subscription_cancel.enabled;
      return isOwn && canCancel ? show(visit, subscription) : notFoundPage();
    });
  }
}

function getPrefilledCard({ account, customer }: PortalVisit) {
  return defaultTestCard(account, customer.name ?? null);
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
