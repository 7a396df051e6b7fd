import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { cardDetails, cardProblems, goodCard, readCard } from "../checkout/card-fields.ts";
import { spaced } from "../checkout/card-chooser.ts";
import { missingPage } from "../checkout/state-pages.ts";
import { saveAsDefault } from "../billing/save-as-default-payment-method.ts";
import { isLive } from "../billing/subscription-status.ts";
import { makePaymentMethod } from "../payments/payment-method.ts";
import { authenticationFailed, judge } from "../payments/test-cards.ts";
import type { StandIn } from "../stand-in.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { inTimeOf } from "../time/run-at-object-time.ts";
import { cancelInPortal, cancelPage, keepInPortal } from "./cancel.ts";
import { cardPage, confirmCardPage } from "./card.ts";
import { homePage } from "./home.ts";
import { afterStep, findVisit, type Visit } from "./portal-visit.ts";

type Shown = Response | Promise<Response>;

/** `/portal/:session`: what `session.url` leads to. The id is the ticket, so no key is asked. */
export function createPortalPages(standIn: StandIn): Hono {
  const pages = new Hono();
  // No other site that is open in the same browser may press these buttons.
  pages.use("/portal/*", csrf());

  pages.get("/portal/:session", (c) =>
    withVisit(c.req.param("session"), (visit) => {
      const { flow, id } = visit.session;
      const done = c.req.query("done") !== undefined;
      if (flow && !done)
        return flow.type === "payment_method_update"
          ? seeOther(`/portal/${id}/card`)
          : seeOther(
              `/portal/${id}/subscriptions/${flow.subscription_cancel!.subscription}/cancel`,
            );
      return homePage(visit, { done });
    }),
  );

  pages.get("/portal/:session/card", (c) =>
    withCard(c.req.param("session"), (visit) =>
      cardPage(visit, { typed: typedBefore(visit), problems: {}, decline: null }),
    ),
  );

  pages.post("/portal/:session/card", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withCard(c.req.param("session"), (visit) => {
      const typed = readCard(form, typedBefore(visit));
      const fill = form.get("fill");
      if (fill !== null)
        return cardPage(visit, {
          typed: { ...typed, number: spaced(fill) },
          problems: {},
          decline: null,
        });
      const problems = cardProblems(visit.account, typed);
      if (Object.keys(problems).length > 0)
        return cardPage(visit, { typed, problems, decline: null });
      const method = makePaymentMethod(visit.account, cardDetails(typed, visit.customer.email));
      const verdict = judge(method._private.number, { saving: true, authenticated: false });
      if (verdict.kind === "declined")
        return cardPage(visit, { typed, problems, decline: verdict.decline.message });
      if (verdict.kind === "challenge")
        return seeOther(`/portal/${visit.session.id}/card/${method.id}`);
      saveAsDefault(visit.account, visit.customer, method);
      return seeOther(afterStep(visit));
    });
  });

  pages.get("/portal/:session/card/:method", (c) =>
    withCard(c.req.param("session"), (visit) => {
      const method = visit.account.objects.find("payment_method", c.req.param("method"));
      return method && method.customer === null ? confirmCardPage(visit, method) : missingPage();
    }),
  );

  pages.post("/portal/:session/card/:method", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withCard(c.req.param("session"), (visit) => {
      const method = visit.account.objects.find("payment_method", c.req.param("method"));
      if (!method || method.customer !== null) return missingPage();
      if (form.get("answer") !== "complete") {
        const decline = authenticationFailed.message;
        return cardPage(visit, { typed: typedBefore(visit), problems: {}, decline });
      }
      saveAsDefault(visit.account, visit.customer, method);
      return seeOther(afterStep(visit));
    });
  });

  pages.get("/portal/:session/subscriptions/:id/cancel", (c) =>
    withSubscription(c.req.param("session"), c.req.param("id"), (visit, subscription) =>
      subscription.cancel_at === null
        ? cancelPage(visit, subscription)
        : seeOther(`/portal/${visit.session.id}?done`),
    ),
  );

  pages.post("/portal/:session/subscriptions/:id/cancel", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withSubscription(c.req.param("session"), c.req.param("id"), (visit, subscription) => {
      cancelInPortal(visit, subscription, form.get("reason"));
      return seeOther(afterStep(visit));
    });
  });

  pages.post("/portal/:session/subscriptions/:id/keep", (c) =>
    withSubscription(c.req.param("session"), c.req.param("id"), (visit, subscription) => {
      keepInPortal(visit.account, subscription);
      return seeOther(`/portal/${visit.session.id}?done`);
    }),
  );

  return pages;

  /** Everything on a page happens in one transaction, in the customer's time. */
  function withVisit(id: string, show: (visit: Visit) => Shown): Shown {
    const account = standIn.ownerOf(id);
    if (!account) return missingPage();
    return standIn.commit(account, () =>
      inTimeOf(account, [id], () => {
        const visit = findVisit(account, id);
        return visit ? show(visit) : missingPage();
      }),
    );
  }

  function withCard(id: string, show: (visit: Visit) => Shown): Shown {
    return withVisit(id, (visit) =>
      visit.configuration.features.payment_method_update.enabled ? show(visit) : missingPage(),
    );
  }

  /** A subscription of the visit's own customer; canceling has to be on offer. */
  function withSubscription(
    session: string,
    id: string,
    show: (visit: Visit, subscription: SubscriptionRow) => Shown,
  ): Shown {
    return withVisit(session, (visit) => {
      const subscription = visit.account.objects.find("subscription", id);
      const own = subscription?.customer === visit.customer.id && isLive(subscription);
      const offered = visit.configuration.features.subscription_cancel.enabled;
      return own && offered ? show(visit, subscription) : missingPage();
    });
  }
}

function typedBefore({ account, customer }: Visit) {
  return goodCard(account, customer.name ?? null);
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
