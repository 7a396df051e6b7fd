// Generated from docs/openapi.json by `npm run types -w @gatehouse/client`. Do not edit.

export interface paths {
    "/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkouts
         * @description The links that were created with an API key.
         *
         *     Needs the scope `checkouts:read`.
         */
        get: operations["listCheckouts"];
        put?: never;
        /**
         * Create a checkout
         * @description Answers with a `url` for the customer. Every rule of buying is checked when they open it.
         *
         *     Needs the scope `checkouts:write`.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a checkout
         * @description With the id of a link (`lnc_…`), which creating a checkout answers with, or of a customer's visit to the payment page (`chk_…`), which the events have.
         *
         *     Needs the scope `checkouts:read`.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description With `externalId`, or with `issuer` and `subject`, or with `email`, the list has the one customer who has it or signs in with it, or is empty if there is none. Deleted customers are left out.
         *
         *     Needs the scope `customers:read`.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Needs the scope `customers:read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Attach your own id or metadata to a customer
         * @description Wherever a call names a customer by `issuer` and `subject` or by `email`, it can then name them by `externalId`. Fields that are left out stay. When two accounts of a customer become one, what only the closed one had is kept.
         *
         *     Needs the scope `customers:write`.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/customers/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get everything about a customer
         * @description Features, purchases, license keys, gifts and trial in one call, all of it true at the same moment. To stay up to date, read the events after `sequence`.
         *
         *     Needs the scope `customers:read`.
         */
        get: operations["getCustomerState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Sends it again now, in any state, with a new schedule. Earlier events of the same customer that wait are sent before it.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/entitlement-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an entitlement token
         * @description A signed token that says what one customer may use. Your program verifies it anywhere without a call, with the keys of `/.well-known/jwks.json`: check `typ`, `iss`, `aud`, `mode` and `exp`. `features` maps each allowed feature to its limit, null if unlimited; `seq` is the feed's sequence that the token is true for.
         *
         *     Needs the scope `entitlements:read`.
         */
        post: operations["createEntitlementToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/entitlements/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a feature
         * @description Whether a customer may use a feature now, how much of it, until when, and why. Name the customer by id, by the id of your own program (`externalId`), by identity (`issuer` and `subject` of your OpenID provider) or by verified email. Unknown customers and features are not errors: they are denied, and `reason` says what is unknown.
         *
         *     Needs the scope `entitlements:read`.
         */
        get: operations["checkEntitlement"];
        put?: never;
        /**
         * Check several features
         * @description Up to 50 features of one customer. The answer has one entry for each.
         *
         *     Needs the scope `entitlements:read`.
         */
        post: operations["checkEntitlements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The feed of everything that changed, oldest first. Events stay for 90 days unless the seller chose otherwise. If events that you have not seen are gone, the answer is `410 cursor_expired` with `oldestSequence`: fetch the present state, then continue there.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Needs the scope `events:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List features
         * @description Every key that a check can ask for. Compare your own keys with them when your program starts.
         *
         *     Needs the scope `entitlements:read`.
         */
        get: operations["listFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List gifts
         * @description Claimed or not. A gift that waits has no customer yet. Seats that customers give to others are gifts with `seatOf`.
         *
         *     Needs the scope `gifts:read`.
         */
        get: operations["listGifts"];
        put?: never;
        /**
         * Give a product
         * @description Somebody who has signed in has it at once. An identity or an email that has not signed in yet gets it at the first sign-in; until then, the gift is `waiting`. Its id stays the same.
         *
         *     Needs the scope `gifts:write`.
         */
        post: operations["createGift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gifts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a gift
         * @description Needs the scope `gifts:read`.
         */
        get: operations["getGift"];
        put?: never;
        post?: never;
        /**
         * Revoke a gift
         * @description The access ends now; a waiting gift can no longer be claimed. Doing it again changes nothing.
         *
         *     Needs the scope `gifts:write`.
         */
        delete: operations["revokeGift"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List licenses
         * @description Keys that customers have.
         *
         *     Needs the scope `licenses:read`.
         */
        get: operations["listLicenses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a license
         * @description Needs the scope `licenses:read`.
         */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/{id}/disablement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a license
         * @description The key stops working. Its activations stay. Doing it again changes nothing.
         *
         *     Needs the scope `licenses:write`.
         */
        post: operations["disableLicense"];
        /**
         * Enable a license again
         * @description Needs the scope `licenses:write`.
         */
        delete: operations["enableLicense"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/{id}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a license's key
         * @description Answers with the new license, which has its own id. The old key stops working immediately, and every device must be activated again.
         *
         *     Needs the scope `licenses:write`.
         */
        post: operations["rotateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a device
         * @description Takes one of the key's activations. Activating a device again changes nothing and answers 200. `fingerprint` is the application's own id of the device, e.g. a hash of its hardware id.
         */
        post: operations["activateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a device
         * @description Frees the device's activation.
         */
        post: operations["deactivateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a license file
         * @description A signed file that proves the license without a connection. Verify it with the keys of `/.well-known/jwks.json`; its `typ` is `license+jwt`.
         */
        post: operations["issueLicenseFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a license key
         * @description Says whether the application may run; with a fingerprint, on this device. `fingerprint` is the application's own id of the device, e.g. a hash of its hardware id. `uses` counts uses of a key that has a limit of them.
         */
        post: operations["validateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List permanent links
         * @description Needs the scope `checkouts:read`.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Create a permanent link
         * @description For mails, posts and other sites. Every rule of buying is checked when a customer opens it. What it sells and its `metadata` can’t be changed later.
         *
         *     Needs the scope `checkouts:write`.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a permanent link
         * @description Needs the scope `checkouts:read`.
         */
        get: operations["getLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change, switch off or switch on a permanent link
         * @description Checkouts that are open stay open.
         *
         *     Needs the scope `checkouts:write`.
         */
        patch: operations["updateLink"];
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Needs the scope `orders:read`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description Needs the scope `orders:read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description With their active prices and their benefits.
         *
         *     Needs the scope `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description Needs the scope `products:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a seat
         * @description Invites a person to a seat of what a customer has bought. It uses a seat until it is accepted, for up to 30 days. The answer is a gift with `seatOf`: read it at `/gifts/{id}`, list those of a purchase with `GET /gifts?seatOf=…`, and take one back, or its invitation, with `DELETE /gifts/{id}`. An address with a seat or an invitation of this purchase is refused with `seat_held`.
         *
         *     Needs the scope `gifts:write`.
         */
        post: operations["giveSeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List statements
         * @description Needs the scope `statements:read`.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a statement
         * @description Needs the scope `statements:read`.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Needs the scope `subscriptions:read`.
         */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Needs the scope `subscriptions:read`.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/cancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description Canceling at the end of the period again changes nothing.
         *
         *     Needs the scope `subscriptions:write`.
         */
        post: operations["cancelSubscription"];
        /**
         * Undo a cancellation
         * @description Only until the subscription ends. Without a scheduled end, it changes nothing.
         *
         *     Needs the scope `subscriptions:write`.
         */
        delete: operations["resumeSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Oldest first. There are at most 20, so there is one page.
         *
         *     Needs the scope `webhooks:read`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description It gets the events from now on. Messages follow [Standard Webhooks](https://www.standardwebhooks.com). Each event type also needs the scope that reads its object, such as `orders:read` for `order.paid`; `*` needs all of them.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook endpoint
         * @description Enabling it delivers everything that it missed.
         *
         *     Needs the scope `webhooks:write`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry everything now
         * @description What waits for its next attempt is sent now, and so is what failed since a time. Per customer, the events are sent in their order.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["retryFailedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll the secret of a webhook endpoint
         * @description During the overlap, each message has two signatures, so none is refused.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["rollWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of the type `webhook.test` once, and answers with what came of it.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the feed
         * @description Sent to each webhook endpoint that chose its type, signed as Standard Webhooks says. Answer with any 2xx status within 10 seconds.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A customer's visit to Stripe's payment page. */
        Checkout: {
            /** @description What is bought together with it, once each. Empty in events from before this field existed. */
            addedPriceIds: string[];
            /**
             * Format: date-time
             * @description When the buyer opened it.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description Who is buying.
             * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            customerId: string;
            /**
             * Format: date-time
             * @description Until when it can be paid.
             * @example 2026-03-01T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description The checkout's id.
             * @example chk_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            linkId: string | null;
            /**
             * @description What was attached to the link when it was made. With a permanent link also `ref` and the `utm_…` parameters of the URL that the customer opened.
             * @example {
             *       "cart": "7712"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            orderId: string | null;
            /**
             * @description At which price.
             * @example prc_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            priceId: string;
            /**
             * @description What is being bought.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            productId: string;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            /** @enum {string} */
            status: "open" | "complete" | "expired";
            subscriptionId: string | null;
        };
        /** @description What happened to one checkout, and the checkout as it then was. */
        CheckoutEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Checkout"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "checkout.completed" | "checkout.expired" | "checkout.updated";
        };
        /** @description A purchase that another program prepared. */
        CheckoutLink: {
            /** @description What is bought together with it, once each. */
            addedPriceIds: string[];
            checkoutId: string | null;
            /**
             * Format: date-time
             * @description When the link was made.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            customerId: string | null;
            /** @description The email that sign-in suggests. */
            email: string | null;
            /**
             * Format: date-time
             * @description Until when it can be opened.
             * @example 2026-03-01T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description The link's id.
             * @example lnc_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /**
             * @example {
             *       "cart": "7712"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            orderId: string | null;
            /**
             * @description At which price.
             * @example prc_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            priceId: string;
            /**
             * @description What is being bought.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            productId: string;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            /**
             * @description `complete` once somebody has paid.
             * @enum {string}
             */
            status: "open" | "complete" | "expired";
            subscriptionId: string | null;
            /** @description Where the customer goes after paying. `?checkout=` with the link's id is added. */
            successUrl: string | null;
            /**
             * Format: uri
             * @description Send the customer there. It leads through sign-in to the payment page.
             * @example https://shop.example.com/checkout/lnc_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            url: string;
        };
        /** @description A gift, with its link. */
        CreatedGift: {
            claimExpiresAt: string | null;
            /** @description The link to claim it, which is shown once. Null unless `byLink`. */
            claimUrl: string | null;
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            customerId: string | null;
            /**
             * @description While waiting: how long the access lasts from the day that it is claimed, as an ISO 8601 duration; null if `endsAt` says its end.
             * @example P3M
             */
            duration: string | null;
            /** @description While waiting: the email of the person it is for. */
            email: string | null;
            emailStatus: ("queued" | "sent" | "failed" | "refused" | "bounced" | "complained") | null;
            endedAt: string | null;
            endsAt: string | null;
            /** @description Who gave it: a member's or an API key's id, the customer who paid for it, or the name of a job. */
            givenBy: string;
            /**
             * @description The gift's id. It stays the same when the gift is claimed.
             * @example cmp_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @description While waiting: the OpenID provider of the person it is for. */
            issuer: string | null;
            /** @description What its giver tells the person. Null in events from before this field existed. */
            message: string | null;
            /** @description Why, for the team only. */
            note: string;
            /**
             * @description What was given.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            productId: string;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            /**
             * @description A seat that its user took by the email domain of their organization: the domain. Null for one that was given.
             * @example example.com
             */
            seatDomain: string | null;
            /**
             * @description A seat that a customer has given to somebody: the order (`ord_…`) or subscription (`sub_…`) that it is one of. It has access as long as that has, so it has no `endsAt`, and `ended` becomes `active` again after a late payment. Null for a gift.
             * @example sub_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            seatOf: string | null;
            /**
             * @description `waiting` until the person signs in for the first time; `ended` by its date, or because nobody claimed it in time.
             * @enum {string}
             */
            status: "waiting" | "active" | "ended" | "revoked";
            /** @description While waiting: the person's id at that provider. */
            subject: string | null;
        };
        /** @description A person with an account at the shop. */
        Customer: {
            /**
             * Format: date-time
             * @description When they first signed in, or paid without signing in.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @example ann@example.com */
            email: string | null;
            /** @description Whether the identity provider verified it. */
            emailVerified: boolean;
            /**
             * @description The id that your program gave them; null without one. No two customers share one.
             * @example user-7712
             */
            externalId: string | null;
            /**
             * @description The customer's id.
             * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @description The OpenID accounts that sign in as this customer, oldest first. Empty for who paid without signing in, until an account takes their purchases: these then belong to that account's customer, as after a merge. */
            identities: {
                /** @example https://accounts.google.com */
                issuer: string;
                /** @example 110169484474386276334 */
                subject: string;
            }[];
            /**
             * @description What your program attached to them.
             * @example {
             *       "plan": "legacy"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @example Ann Example */
            name: string | null;
            /**
             * @description A deleted customer has no name, email, identities, external id or metadata.
             * @enum {string}
             */
            status: "active" | "disabled" | "deleted";
            /**
             * @description The customer at Stripe; null before the first checkout.
             * @example cus_QXg1o8vlP2DkxZ
             */
            stripeCustomerId: string | null;
        };
        /** @description What happened to one customer, and the customer as it then was. */
        CustomerEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Customer"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "customer.created" | "customer.deleted" | "customer.updated";
        };
        /** @description Everything about a customer. */
        CustomerState: {
            customer: components["schemas"]["Customer"];
            /** @description Every feature that they have or had, in the order of the keys. */
            entitlements: components["schemas"]["Entitlement"][];
            /** @description The newest 100 gifts, newest first. */
            gifts: components["schemas"]["Gift"][];
            /** @description The newest 100 license keys, newest first. */
            licenses: components["schemas"]["License"][];
            /** @description The newest 100 orders, newest first. */
            orders: components["schemas"]["Order"][];
            /**
             * @description The newest event of the feed that is included here.
             * @example 1042
             */
            sequence: number;
            /** @description The newest 100 subscriptions, newest first. */
            subscriptions: components["schemas"]["Subscription"][];
            trial: {
                endsAt: string | null;
                /** @description Whether they have had a free trial, so they get no other. */
                hasTrialed: boolean;
            };
        };
        /** @description One event for one endpoint. */
        Delivery: {
            attemptedAt: string | null;
            attempts: number;
            /**
             * Format: date-time
             * @description When it was planned.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            customerId: string | null;
            durationMs: number | null;
            /**
             * @description Where it is sent.
             * @example whe_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            endpointId: string;
            /** @description What went wrong: `no_answer`, `timeout`, `redirect`, `bad_status`, `url_refused` or `event_expired`. */
            error: string | null;
            /** @example evt_1207 */
            eventId: string;
            /**
             * @description The delivery's id.
             * @example whd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            nextAttemptAt: string | null;
            /** @description At most 1 kB of the answer. */
            responseBody: string | null;
            /** @description Null without an answer. */
            responseStatus: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /**
             * @description Null if the feed no longer has the event.
             * @example order.paid
             */
            type: string | null;
        };
        /** @description Whether a customer may use a feature, and why. */
        Entitlement: {
            /** @description Whether the customer may use the feature now. */
            allowed: boolean;
            /** @description The sources that allow it; if none does, those that once did. */
            because: {
                /** @description The id of the order, subscription or gift. */
                id: string;
                /** @description How much it allows; null means unlimited. */
                limit: number | null;
                /**
                 * @description The state of the source that decides.
                 * @enum {string}
                 */
                reason: "order_paid" | "order_processing" | "order_failed" | "order_refunded" | "order_disputed" | "order_closed" | "subscription_trialing" | "subscription_active" | "subscription_canceling" | "subscription_paused" | "subscription_past_due" | "subscription_disputed" | "subscription_lapsed" | "subscription_ended" | "subscription_inactive" | "gift" | "gift_ended" | "gift_revoked" | "source_missing";
                /** @enum {string} */
                source: "order" | "subscription" | "gift";
                until: string | null;
            }[];
            customerId: string | null;
            /**
             * @description The feature's key.
             * @example export
             */
            feature: string;
            /**
             * @description How much of it: the sum over all sources, so two subscriptions with five seats each give ten. Null means unlimited, 0 means nothing.
             * @example 10
             */
            limit: number | null;
            /**
             * @description When the last source ends or ended; null if one has no known end.
             * @example 2026-04-02T09:30:00.000Z
             */
            until: string | null;
        };
        /** @description Whether a customer may use a feature, and why or why not. */
        EntitlementCheck: {
            /** @description Whether the customer may use the feature now. */
            allowed: boolean;
            /** @description The sources that allow it; if none does, those that once did. */
            because: {
                /** @description The id of the order, subscription or gift. */
                id: string;
                /** @description How much it allows; null means unlimited. */
                limit: number | null;
                /**
                 * @description The state of the source that decides.
                 * @enum {string}
                 */
                reason: "order_paid" | "order_processing" | "order_failed" | "order_refunded" | "order_disputed" | "order_closed" | "subscription_trialing" | "subscription_active" | "subscription_canceling" | "subscription_paused" | "subscription_past_due" | "subscription_disputed" | "subscription_lapsed" | "subscription_ended" | "subscription_inactive" | "gift" | "gift_ended" | "gift_revoked" | "source_missing";
                /** @enum {string} */
                source: "order" | "subscription" | "gift";
                until: string | null;
            }[];
            customerId: string | null;
            /**
             * @description The feature's key.
             * @example export
             */
            feature: string;
            /**
             * @description How much of it: the sum over all sources, so two subscriptions with five seats each give ten. Null means unlimited, 0 means nothing.
             * @example 10
             */
            limit: number | null;
            /**
             * @description `feature_unknown`: no product has a feature with this key. `issuer_unknown`: the shop has no sign-in by this OpenID provider. `customer_unknown`: nobody with this id, external id, identity or verified email has signed in.
             * @example granted
             * @enum {string}
             */
            reason: "granted" | "not_granted" | "feature_unknown" | "customer_unknown" | "issuer_unknown";
            /**
             * @description When the last source ends or ended; null if one has no known end.
             * @example 2026-04-02T09:30:00.000Z
             */
            until: string | null;
        };
        /** @description What happened to one entitlement, and the entitlement as it then was. */
        EntitlementEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Entitlement"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "entitlement.granted" | "entitlement.revoked" | "entitlement.updated";
        };
        EntitlementToken: {
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2026-03-01T09:30:00.000Z
             */
            expiresAt: string;
            /** @description A JWT with the `typ` `entitlements+jwt`. */
            token: string;
        };
        /** @description Something that happened. `type` decides what `data` is. */
        Event: components["schemas"]["CustomerEvent"] | components["schemas"]["ProductEvent"] | components["schemas"]["CheckoutEvent"] | components["schemas"]["OrderEvent"] | components["schemas"]["SubscriptionEvent"] | components["schemas"]["GiftEvent"] | components["schemas"]["StatementEvent"] | components["schemas"]["LicenseEvent"] | components["schemas"]["EntitlementEvent"];
        /** @description What a check can ask for. */
        Feature: {
            benefitIds: string[];
            /**
             * @description What a check asks for: the feature's key, or the id of its benefit.
             * @example export
             */
            key: string;
        };
        /** @description Access that the team gave without payment, or that another customer paid for. */
        Gift: {
            claimExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            customerId: string | null;
            /**
             * @description While waiting: how long the access lasts from the day that it is claimed, as an ISO 8601 duration; null if `endsAt` says its end.
             * @example P3M
             */
            duration: string | null;
            /** @description While waiting: the email of the person it is for. */
            email: string | null;
            emailStatus: ("queued" | "sent" | "failed" | "refused" | "bounced" | "complained") | null;
            endedAt: string | null;
            endsAt: string | null;
            /** @description Who gave it: a member's or an API key's id, the customer who paid for it, or the name of a job. */
            givenBy: string;
            /**
             * @description The gift's id. It stays the same when the gift is claimed.
             * @example cmp_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @description While waiting: the OpenID provider of the person it is for. */
            issuer: string | null;
            /** @description What its giver tells the person. Null in events from before this field existed. */
            message: string | null;
            /** @description Why, for the team only. */
            note: string;
            /**
             * @description What was given.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            productId: string;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            /**
             * @description A seat that its user took by the email domain of their organization: the domain. Null for one that was given.
             * @example example.com
             */
            seatDomain: string | null;
            /**
             * @description A seat that a customer has given to somebody: the order (`ord_…`) or subscription (`sub_…`) that it is one of. It has access as long as that has, so it has no `endsAt`, and `ended` becomes `active` again after a late payment. Null for a gift.
             * @example sub_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            seatOf: string | null;
            /**
             * @description `waiting` until the person signs in for the first time; `ended` by its date, or because nobody claimed it in time.
             * @enum {string}
             */
            status: "waiting" | "active" | "ended" | "revoked";
            /** @description While waiting: the person's id at that provider. */
            subject: string | null;
        };
        /** @description What happened to one gift, and the gift as it then was. */
        GiftEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Gift"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "gift.created" | "gift.claimed" | "gift.ended" | "gift.revoked" | "gift.updated";
        };
        /** @description A license key that a customer has. */
        License: {
            /** @example 1 */
            activationCount: number;
            /**
             * @description The most simultaneous activations, for the quantity bought; null if unlimited.
             * @example 3
             */
            activationLimit: number | null;
            /** @description The newest 100, newest first. */
            activations: {
                /**
                 * Format: date-time
                 * @description When the device was activated.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                createdAt: string;
                /** @description The application's id of the device. */
                fingerprint: string;
                /**
                 * @description The activation's id.
                 * @example act_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                /** @description The device's name; may be empty. */
                label: string;
            }[];
            /**
             * @description The product's benefit that issues such keys.
             * @example bnf_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            benefitId: string;
            /**
             * Format: date-time
             * @description When it was issued.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description Who has the key.
             * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            customerId: string;
            expiresAt: string | null;
            grantId: string | null;
            /**
             * @description The license's id.
             * @example lic_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /**
             * @description Left out unless the API key that reads it has the scope `licenses:read`.
             * @example TIDE-7Q2M8-XK4RN-9D3WT-5HCVB
             */
            key?: string;
            /** @description The name that it was issued to. */
            licensee: string | null;
            productId: string | null;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            /**
             * @description `revoked` once access ended or the key was replaced; `disabled` by the seller. Only a `granted` key works.
             * @enum {string}
             */
            status: "granted" | "revoked" | "disabled" | "expired";
            /**
             * @description The uses counted so far.
             * @example 0
             */
            uses: number;
            /** @description The most uses; null if unlimited. */
            usesLimit: number | null;
        };
        /** @description Whether an application may run with a license key. */
        LicenseCheck: {
            activation: {
                /**
                 * Format: date-time
                 * @description When the device was activated.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                createdAt: string;
                fingerprint: string;
                /**
                 * @description The activation's id.
                 * @example act_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                label: string;
                /**
                 * Format: date-time
                 * @description When it was last validated, exact to a day.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                lastSeenAt: string;
            } | null;
            /**
             * @description Why the application may run or not.
             * @enum {string}
             */
            code: "VALID" | "NOT_FOUND" | "PRODUCT_MISMATCH" | "REVOKED" | "DISABLED" | "EXPIRED" | "NOT_ACTIVATED" | "FINGERPRINT_MISMATCH" | "FINGERPRINT_REQUIRED" | "ACTIVATION_LIMIT" | "ACTIVATION_NOT_FOUND" | "DEACTIVATED" | "USES_LIMIT";
            /** @description Null for an unknown key. */
            license: {
                /** @description Null if unlimited. */
                activationLimit: number | null;
                expiresAt: string | null;
                /**
                 * @description The license's id.
                 * @example lic_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                /** @description The name that it was issued to. */
                licensee: string | null;
                product: {
                    id: string;
                    name: string;
                    slug: string;
                } | null;
                quantity: number;
                uses: number;
                /** @description Null if unlimited. */
                usesLimit: number | null;
            } | null;
            /** @description Whether the application may run. */
            valid: boolean;
        };
        /** @description What happened to one license, and the license as it then was. */
        LicenseEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["License"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "license.created" | "license.activated" | "license.deactivated" | "license.revoked" | "license.updated";
        };
        LicenseFile: {
            activation: {
                /**
                 * Format: date-time
                 * @description When the device was activated.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                createdAt: string;
                fingerprint: string;
                /**
                 * @description The activation's id.
                 * @example act_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                label: string;
                /**
                 * Format: date-time
                 * @description When it was last validated, exact to a day.
                 * @example 2026-03-01T09:30:00.000Z
                 */
                lastSeenAt: string;
            } | null;
            /**
             * @description Why the application may run or not.
             * @enum {string}
             */
            code: "VALID" | "NOT_FOUND" | "PRODUCT_MISMATCH" | "REVOKED" | "DISABLED" | "EXPIRED" | "NOT_ACTIVATED" | "FINGERPRINT_MISMATCH" | "FINGERPRINT_REQUIRED" | "ACTIVATION_LIMIT" | "ACTIVATION_NOT_FOUND" | "DEACTIVATED" | "USES_LIMIT";
            /** @description A compact JWS; null unless `VALID`. */
            file: string | null;
            fileExpiresAt: string | null;
            /** @description Null for an unknown key. */
            license: {
                /** @description Null if unlimited. */
                activationLimit: number | null;
                expiresAt: string | null;
                /**
                 * @description The license's id.
                 * @example lic_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                /** @description The name that it was issued to. */
                licensee: string | null;
                product: {
                    id: string;
                    name: string;
                    slug: string;
                } | null;
                quantity: number;
                uses: number;
                /** @description Null if unlimited. */
                usesLimit: number | null;
            } | null;
            /** @description Whether the application may run. */
            valid: boolean;
        };
        /** @description A one-time purchase. */
        Order: {
            /**
             * Format: date-time
             * @description When the checkout was created.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code in lower case.
             * @example usd
             */
            currency: string;
            /**
             * @description Who bought it.
             * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            customerId: string;
            /**
             * @description What discounts took off. In the currency's minor unit, e.g. cents.
             * @example 2900
             */
            discountMinor: number;
            disputedAt: string | null;
            /** @description Stripe's status of the latest dispute; null if there was none. */
            disputeStatus: ("warning_needs_response" | "warning_under_review" | "warning_closed" | "needs_response" | "under_review" | "won" | "lost" | "prevented") | null;
            /** @description If this was a second payment for the same thing, and was refunded: the earlier purchase. */
            duplicateOf: string | null;
            giftId: string | null;
            /**
             * @description The order's id.
             * @example ord_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @description What was bought, if it is several products or beside a subscription; its `productId`, `priceId` and `quantity` are those of the first line. Null for a single product. */
            lines: {
                /**
                 * @description What discounts took off. In the currency's minor unit, e.g. cents.
                 * @example 2900
                 */
                discountMinor: number;
                /**
                 * @description Stripe's id of the line.
                 * @example li_1PqLs2
                 */
                id: string;
                priceId: string | null;
                /**
                 * @description What was bought.
                 * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                productId: string;
                /**
                 * @description How many were bought, e.g. seats.
                 * @example 1
                 */
                quantity: number;
                refundedAt: string | null;
                /**
                 * @description The tax in it. In the currency's minor unit, e.g. cents.
                 * @example 2900
                 */
                taxMinor: number;
                /**
                 * @description What it cost, with tax and after discounts. In the currency's minor unit, e.g. cents.
                 * @example 2900
                 */
                totalMinor: number;
            }[] | null;
            linkId: string | null;
            /**
             * @description The language that it was bought in, as a BCP 47 tag; null if it is not known.
             * @example pt-BR
             */
            locale: string | null;
            /**
             * @description What was attached to the link when it was made. With a permanent link also `ref` and the `utm_…` parameters of the URL that the customer opened.
             * @example {
             *       "cart": "7712"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description The number that the customer reads on receipts, made of the id. Very rarely, two purchases of the same second have the same one.
             * @example 1KB2Z8Q-H7W5
             */
            number: string;
            paidAt: string | null;
            priceId: string | null;
            /**
             * @description What was bought.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            productId: string;
            /**
             * @description Stripe's id of the promotion code that was entered at the checkout; null without one.
             * @example promo_1PqLs2
             */
            promotionCodeId: string | null;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            refundedAt: string | null;
            /**
             * @description What was refunded so far. In the currency's minor unit, e.g. cents.
             * @example 2900
             */
            refundedMinor: number;
            /**
             * @description `pending` while a bank debit is processing.
             * @enum {string}
             */
            status: "pending" | "paid" | "partially_refunded" | "refunded" | "disputed" | "failed";
            /** @example cs_live_a1b2c3 */
            stripeCheckoutSessionId: string;
            /**
             * @description Null if nothing had to be paid.
             * @example pi_3PqLs2
             */
            stripePaymentIntentId: string | null;
            /**
             * @description The tax in it. In the currency's minor unit, e.g. cents.
             * @example 2900
             */
            taxMinor: number;
            /**
             * @description What was paid, with tax and after discounts. In the currency's minor unit, e.g. cents.
             * @example 2900
             */
            totalMinor: number;
            upgradeOf: string | null;
        };
        /** @description What happened to one order, and the order as it then was. */
        OrderEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Order"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "order.created" | "order.paid" | "order.refunded" | "order.disputed" | "order.updated";
        };
        /** @description A link that many customers can buy with, until it is switched off. */
        PermanentLink: {
            /** @description Whether customers can buy with it. */
            active: boolean;
            /** @description What it sells together with it, once each. */
            addedPriceIds: string[];
            /**
             * @description How many checkouts it opened; 1,001 for more than 1,000.
             * @example 3
             */
            checkouts: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            /**
             * @description The link's ID.
             * @example lnp_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @description How many checkouts may be open or paid at a time. A checkout that is not paid frees its place after half an hour; a refund doesn’t. Null for no limit. */
            maxPurchases: number | null;
            /**
             * @description For your own use. The orders and subscriptions of the link have it.
             * @example {
             *       "partner": "acme"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description For the team, e.g. where the link is used. Customers never see it.
             * @example Spring newsletter
             */
            name: string;
            /**
             * @description At which price.
             * @example prc_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            priceId: string;
            /**
             * @description What it sells.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            productId: string;
            /** @example promo_1PqLs2 */
            promotionCodeId: string | null;
            /**
             * @description How many orders and subscriptions came of it, each up to 1,001. Refunded ones count.
             * @example 3
             */
            purchases: number;
            /**
             * @description How many were bought, e.g. seats.
             * @example 1
             */
            quantity: number;
            /**
             * @description `unavailable`: its price is not for sale. Only `active` ones can be used.
             * @enum {string}
             */
            state: "active" | "inactive" | "expired" | "used_up" | "unavailable";
            successUrl: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-01T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: uri
             * @description For everybody. Add `?ref=` or `utm_…` parameters, and the orders have them in `metadata`; add `?email=`, and sign-in suggests it.
             * @example https://shop.example.com/buy/7w5t0d9x6n
             */
            url: string;
            /**
             * @description How often it was opened, without robots and the team.
             * @example 3
             */
            views: number;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /**
             * @description Decide by this.
             * @example invalid_input
             */
            code: string;
            detail?: string;
            /** @description The refused fields. */
            fields?: {
                message: string;
                path: string;
            }[];
            /** @description With `cursor_expired`: the oldest event that the feed still has. */
            oldestSequence?: number;
            /**
             * @deprecated
             * @description The same as `requestId`.
             */
            request_id: string;
            /**
             * @description Name it when you ask the shop about this answer. Every answer has it in the header `Request-Id`, too.
             * @example req_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            requestId: string;
            /** @example 422 */
            status: number;
            /** @example The input is not valid */
            title: string;
            /** @example urn:gatehouse:error:invalid_input */
            type: string;
        };
        /** @description What the shop sells. */
        Product: {
            /** @description In the seller's order. Of a bundle, also those of the products that it includes. */
            benefits: {
                /** @description Null for other types. */
                feature: {
                    /**
                     * @description What an entitlement check asks for.
                     * @example export
                     */
                    key: string;
                    /** @description How much of it one purchase allows; null if unlimited. */
                    limit: number | null;
                    /** @description Whether the limit counts for each seat. */
                    perSeat: boolean;
                } | null;
                /**
                 * @description The benefit's id.
                 * @example bnf_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                name: string;
                /** @enum {string} */
                type: "feature" | "license_key" | "download" | "page" | "link";
            }[];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description Markdown. */
            description: string;
            /**
             * @description The product's id.
             * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @description A URL, or a path of the shop. */
            image: string | null;
            /** @example Tide Pro */
            name: string;
            /** @description The products that a bundle includes; null for any other product. */
            parts: string[] | null;
            /** @description A customer can have only one product of a plan group at a time. */
            planGroup: string | null;
            /** @description The active ones, oldest first. */
            prices: {
                /**
                 * @description The price; for `pay_what_you_want` the least, for `per_seat` of one seat. In the currency's minor unit, e.g. cents.
                 * @example 2900
                 */
                amountMinor: number;
                /**
                 * @description ISO 4217 code in lower case.
                 * @example usd
                 */
                currency: string;
                /**
                 * @description The price's id.
                 * @example prc_01kb2z8q3mh7w5t0d9x6n4c1rv
                 */
                id: string;
                interval: ("day" | "week" | "month" | "year") | null;
                /** @description Intervals between two payments. */
                intervalCount: number | null;
                minimumMinor: number | null;
                /** @enum {string} */
                model: "fixed" | "pay_what_you_want" | "per_seat";
                presetMinor: number | null;
                /**
                 * @description Null until the product is published.
                 * @example price_1PqLs2
                 */
                stripePriceId: string | null;
                /**
                 * @description Days of free trial; 0 if none.
                 * @example 14
                 */
                trialDays: number;
                /** @enum {string} */
                type: "one_time" | "recurring";
            }[];
            /**
             * @description Its place in the shop's URLs.
             * @example tide-pro
             */
            slug: string;
            /** @enum {string} */
            status: "draft" | "published" | "archived";
            tagline: string;
            /** @description The texts in other languages, by language tag. The default language's stand for those that are missing. Null if there are none. */
            translations: {
                [key: string]: {
                    /** @description Markdown. */
                    description?: string;
                    /** @example Gezeiten Pro */
                    name?: string;
                    tagline?: string;
                };
            } | null;
            /**
             * Format: date-time
             * @description When it was last edited.
             * @example 2026-03-01T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description What happened to one product, and the product as it then was. */
        ProductEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Product"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "product.created" | "product.archived" | "product.updated";
        };
        /** @description A withdrawal from a contract, or its cancellation, declared without signing in. */
        Statement: {
            /** @description Of a cancellation; null of a withdrawal. */
            cause: ("ordinary" | "for_cause") | null;
            currency: string | null;
            customerId: string | null;
            decidedAt: string | null;
            /**
             * @description The statement's id.
             * @example stm_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            /** @enum {string} */
            kind: "withdrawal" | "cancellation";
            orderId: string | null;
            /**
             * Format: date-time
             * @description When it was declared.
             * @example 2026-03-01T09:30:00.000Z
             */
            receivedAt: string;
            refundMinor: number | null;
            /**
             * @description `open` until the team has decided it, or the shop has acted on it.
             * @enum {string}
             */
            state: "open" | "accepted" | "refused";
            subscriptionId: string | null;
            /**
             * @description The day on which a cancellation should take effect; null for the next possible.
             * @example 2026-12-31
             */
            wishedEnd: string | null;
        };
        /** @description What happened to one statement, and the statement as it then was. */
        StatementEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Statement"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "statement.received" | "statement.accepted" | "statement.refused" | "statement.updated";
        };
        /** @description A purchase that is paid again and again. */
        Subscription: {
            cancelAt: string | null;
            canceledAt: string | null;
            /**
             * @description Why the subscriber canceled, if they said so. What they wrote is not told.
             * @example too_expensive
             */
            cancellationFeedback: ("too_expensive" | "missing_features" | "switched_service" | "unused" | "customer_service" | "too_complex" | "low_quality" | "other") | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            currentPeriodEnd: string | null;
            currentPeriodStart: string | null;
            /**
             * @description The subscriber.
             * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            customerId: string;
            /** @description Stripe's status of the latest dispute; null if there was none. */
            disputeStatus: ("warning_needs_response" | "warning_under_review" | "warning_closed" | "needs_response" | "under_review" | "won" | "lost" | "prevented") | null;
            /** @description If this was a second payment for the same thing, and was refunded: the earlier subscription. */
            duplicateOf: string | null;
            endedAt: string | null;
            /**
             * @description The subscription's id.
             * @example sub_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            items: {
                /**
                 * @description The exact amount where it has fractions of the currency's smallest unit, which `amountMinor` rounds; else null.
                 * @example null
                 */
                amountDecimal: string | null;
                /**
                 * @description What one costs per interval. In the currency's minor unit, e.g. cents.
                 * @example 2900
                 */
                amountMinor: number;
                /**
                 * @description ISO 4217 code in lower case.
                 * @example usd
                 */
                currency: string;
                /**
                 * @example month
                 * @enum {string}
                 */
                interval: "day" | "week" | "month" | "year";
                /**
                 * @description Intervals between two payments.
                 * @example 1
                 */
                intervalCount: number;
                priceId: string | null;
                productId: string | null;
                /**
                 * @description How many were bought, e.g. seats.
                 * @example 1
                 */
                quantity: number;
                /** @example price_1PqLs2 */
                stripePriceId: string;
            }[];
            linkId: string | null;
            /**
             * @description What was attached to the link when it was made. With a permanent link also `ref` and the `utm_…` parameters of the URL that the customer opened.
             * @example {
             *       "cart": "7712"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description The number that the customer reads on receipts, made of the id. Very rarely, two purchases of the same second have the same one.
             * @example 1KB2Z8Q-H7W5
             */
            number: string;
            pastDueSince: string | null;
            /** @description Null unless payment collection is paused. */
            pause: {
                /**
                 * @description What happens to the invoices.
                 * @enum {string}
                 */
                behavior: "void" | "keep_as_draft" | "mark_uncollectible";
                resumesAt: string | null;
            } | null;
            /**
             * @description Stripe's id of the promotion code that was entered at the checkout; null without one.
             * @example promo_1PqLs2
             */
            promotionCodeId: string | null;
            /**
             * @description Stripe's status. The entitlements say whether it gives access.
             * @enum {string}
             */
            status: "active" | "trialing" | "past_due" | "canceled" | "unpaid" | "incomplete" | "incomplete_expired" | "paused";
            /** @example sub_1PqLs2 */
            stripeSubscriptionId: string;
            trialEnd: string | null;
            trialStart: string | null;
            writtenOffAt: string | null;
        };
        /** @description What happened to one subscription, and the subscription as it then was. */
        SubscriptionEvent: {
            /** @description The customer it belongs to; null for products and unclaimed gifts. */
            customerId: string | null;
            data: components["schemas"]["Subscription"];
            /**
             * @description `evt_` and the sequence. The same event always has the same id, however often you see it.
             * @example evt_1042
             */
            id: string;
            /**
             * @description The order of all events. It grows with gaps: the shop counts events that only its own history has, too.
             * @example 1042
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-01T09:30:00.000Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "subscription.created" | "subscription.past_due" | "subscription.canceled" | "subscription.uncanceled" | "subscription.revoked" | "subscription.updated";
        };
        /** @description Where events are sent to. */
        WebhookEndpoint: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description The ID of the API key, or of the member of the team, that created it; null if an older version of the shop did.
             * @example key_01k2m7q3cnyhqm
             */
            createdBy: string | null;
            description: string;
            failingSince: string | null;
            /**
             * @description The endpoint's id.
             * @example whe_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            previousSecretExpiresAt: string | null;
            /**
             * @description `paused` after failing for five days. Its events wait.
             * @enum {string}
             */
            status: "enabled" | "disabled" | "paused";
            /** @description `manual`, `failing`, `gone` or `secret_unreadable`; null while it is enabled. */
            statusReason: string | null;
            /** @description The event types; `*` for all. */
            types: string[];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-01T09:30:00.000Z
             */
            updatedAt: string;
            /** @example https://app.example.com/webhooks */
            url: string;
        };
        /** @description An endpoint with its new secret. */
        WebhookEndpointWithSecret: {
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description The ID of the API key, or of the member of the team, that created it; null if an older version of the shop did.
             * @example key_01k2m7q3cnyhqm
             */
            createdBy: string | null;
            description: string;
            failingSince: string | null;
            /**
             * @description The endpoint's id.
             * @example whe_01kb2z8q3mh7w5t0d9x6n4c1rv
             */
            id: string;
            previousSecretExpiresAt: string | null;
            /**
             * @description Verifies the signatures. Store it: it is shown only in this answer.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description `paused` after failing for five days. Its events wait.
             * @enum {string}
             */
            status: "enabled" | "disabled" | "paused";
            /** @description `manual`, `failing`, `gone` or `secret_unreadable`; null while it is enabled. */
            statusReason: string | null;
            /** @description The event types; `*` for all. */
            types: string[];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-01T09:30:00.000Z
             */
            updatedAt: string;
            /** @example https://app.example.com/webhooks */
            url: string;
        };
        /** @description What came of a test. */
        WebhookTestResult: {
            delivered: boolean;
            durationMs: number;
            /** @description What went wrong: `no_answer`, `timeout`, `redirect`, `bad_status`, `url_refused` or `event_expired`. */
            error: string | null;
            /** @description At most 1 kB of the answer. */
            responseBody: string | null;
            /** @description Null without an answer. */
            responseStatus: number | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCheckouts: {
        parameters: {
            query?: {
                /** @description Only those created after this time. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description Only those of this customer. */
                customer?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only those of this product. */
                product?: string;
                /** @description Only these, separated by commas: `open`, `complete`, `expired`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["CheckoutLink"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One-time prices of other products, in the same currency, that are bought together with it. What a customer has already is left out. */
                    addedPriceIds?: string[];
                    /**
                     * @description The only customer who may use the link.
                     * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    customer?: string;
                    /** @description Suggested to the identity provider. */
                    email?: string;
                    /**
                     * Format: date-time
                     * @description Until when it can be opened; a week by default, 90 days at most.
                     * @example 2026-03-01T09:30:00Z
                     */
                    expiresAt?: string;
                    /** @description For your own use. The checkout has it, and the order or subscription it becomes. */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * @description What to sell.
                     * @example prc_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    price?: string;
                    /**
                     * @description Instead of `price`, for a product with one price.
                     * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    product?: string;
                    /** @description Seats, for a price per seat. The customer can still change them. */
                    quantity?: number;
                    /**
                     * Format: uri
                     * @description Its origin must be allowed in the console, under Developers.
                     */
                    successUrl?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLink"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *     `price_unavailable`: The price is not available.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLink"] | components["schemas"]["Checkout"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description An email that the provider has verified. Case-insensitive. */
                email?: string;
                /** @description The id that your program gave the customer. */
                externalId?: string;
                /** @description The OpenID provider, together with `subject`. */
                issuer?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description The user at the OpenID provider, as the `sub` claim says. */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Customer"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The id that your program has for them; null for none.
                     * @example user-7712
                     */
                    externalId?: string | null;
                    /**
                     * @description For your own use: up to 20 entries. It replaces what was there.
                     * @example {
                     *       "plan": "legacy"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `external_id_taken`: Another customer has this external id. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomerState: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerState"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEntitlementToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Who verifies the token. A verifier refuses tokens for others.
                     * @example https://app.example.com
                     */
                    audience: string;
                    /**
                     * @description The customer's id.
                     * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    customer?: string;
                    /**
                     * Format: email
                     * @description An email that the provider has verified. Case-insensitive.
                     * @example ann@example.com
                     */
                    email?: string;
                    /**
                     * @description How long the token is valid, and so the longest outage that it bridges. It ends earlier if access does.
                     * @default 900
                     */
                    expiresInSeconds?: number;
                    /**
                     * @description The id that your program gave the customer.
                     * @example user-7712
                     */
                    externalId?: string;
                    /**
                     * @description Whether the token names the customer's OpenID accounts.
                     * @default false
                     */
                    includeIdentities?: boolean;
                    /**
                     * @description The OpenID provider, together with `subject`.
                     * @example https://accounts.google.com
                     */
                    issuer?: string;
                    /**
                     * @description The user at the OpenID provider, as the `sub` claim says.
                     * @example 110169484474386276334
                     */
                    subject?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementToken"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `entitlement_tokens_unavailable`: This shop has no key to sign entitlement tokens with. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkEntitlement: {
        parameters: {
            query: {
                /** @description The customer's id. */
                customer?: string;
                /** @description An email that the provider has verified. Case-insensitive. */
                email?: string;
                /** @description The id that your program gave the customer. */
                externalId?: string;
                /** @description The feature's key. */
                feature: string;
                /** @description The OpenID provider, together with `subject`. */
                issuer?: string;
                /** @description The user at the OpenID provider, as the `sub` claim says. */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementCheck"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkEntitlements: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The customer's id.
                     * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    customer?: string;
                    /**
                     * Format: email
                     * @description An email that the provider has verified. Case-insensitive.
                     * @example ann@example.com
                     */
                    email?: string;
                    /**
                     * @description The id that your program gave the customer.
                     * @example user-7712
                     */
                    externalId?: string;
                    features: string[];
                    /**
                     * @description The OpenID provider, together with `subject`.
                     * @example https://accounts.google.com
                     */
                    issuer?: string;
                    /**
                     * @description The user at the OpenID provider, as the `sub` claim says.
                     * @example 110169484474386276334
                     */
                    subject?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One for each feature, in your order. */
                        data: components["schemas"]["EntitlementCheck"][];
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The sequence to continue after: the `nextCursor` of the page before, or the sequence of the last event that you have worked on. Left out for the oldest event. */
                after?: number;
                /** @description Only the events of this customer. */
                customer?: string;
                /** @description The most events to answer with. */
                limit?: number;
                /** @description Only these types, separated by commas. */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Oldest first. */
                        data: components["schemas"]["Event"][];
                        /**
                         * @description The sequence of the newest event of all types. Start after it to get only what happens from now on.
                         * @example 1207
                         */
                        newestSequence: number;
                        /**
                         * @description The `after` of the next page; null if this is the newest. With `types`, a page may be empty and still have one.
                         * @example 1062
                         */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cursor_expired`: The feed no longer contains these events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All of them, in the order of the keys. */
                        data: components["schemas"]["Feature"][];
                        nextCursor: null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGifts: {
        parameters: {
            query?: {
                /** @description Only those created after this time. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description Only those of this customer. */
                customer?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only those of this product. */
                product?: string;
                /** @description Only the seats of this order or subscription, and invitations to them. */
                seatOf?: string;
                /** @description Only these, separated by commas: `waiting`, `active`, `ended`, `revoked`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Gift"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createGift: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of a person: the gift is for the first person who opens the `claimUrl`.
                     * @constant
                     */
                    byLink?: true;
                    /**
                     * Format: date-time
                     * @description Until when it can be claimed by somebody who has not signed in yet: a year from now at most. By default a year, or 30 days by link.
                     * @example 2026-03-01T09:30:00Z
                     */
                    claimExpiresAt?: string;
                    /**
                     * @description The customer's id.
                     * @example usr_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    customer?: string;
                    /**
                     * @description An email that the provider has verified. Case-insensitive.
                     * @example ann@example.com
                     */
                    email?: string;
                    /**
                     * Format: date-time
                     * @description When the access ends by itself. Left out, it never does.
                     * @example 2026-03-01T09:30:00Z
                     */
                    endsAt?: string;
                    /**
                     * @description The id that your program gave the customer.
                     * @example user-7712
                     */
                    externalId?: string;
                    /**
                     * @description The OpenID provider, together with `subject`.
                     * @example https://accounts.google.com
                     */
                    issuer?: string;
                    /**
                     * @description The language of that email. By default the shop's.
                     * @enum {string}
                     */
                    language?: "en" | "de" | "fr" | "es" | "pt-BR" | "ja" | "ar";
                    /**
                     * @description What the person is told.
                     * @default
                     */
                    message?: string;
                    /**
                     * @description Why, for the team only.
                     * @default
                     */
                    note?: string;
                    /**
                     * @description What to give.
                     * @example prd_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    product: string;
                    /**
                     * @description How many, e.g. seats.
                     * @default 1
                     */
                    quantity?: number;
                    /**
                     * @description With `email`, if the person has not signed in yet: whether the shop emails a link to it. Customers are emailed by the shop's settings.
                     * @default false
                     */
                    sendEmail?: boolean;
                    /**
                     * @description The user at the OpenID provider, as the `sub` claim says.
                     * @example 110169484474386276334
                     */
                    subject?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGift"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getGift: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gift"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeGift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gift"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLicenses: {
        parameters: {
            query?: {
                /** @description Only those created after this time. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description Only those of this customer. */
                customer?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only those of this product. */
                product?: string;
                /** @description Only these, separated by commas: `granted`, `revoked`, `disabled`, `expired`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["License"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *     `license_key_unusable`: The license key cannot be used for this now.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    activateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Your application's id of the device.
                     * @example 9f86d081884c7d65
                     */
                    fingerprint: string;
                    /**
                     * @description The license key.
                     * @example TIDE-7Q2M8-XK4RN-9D3WT-5HCVB
                     */
                    key: string;
                    label?: string;
                    meta?: {
                        [key: string]: string | number | boolean;
                    };
                    /**
                     * @description The product's id or slug: a key of another product is refused.
                     * @example tide-pro
                     */
                    product?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deactivateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Your application's id of the device.
                     * @example 9f86d081884c7d65
                     */
                    fingerprint: string;
                    /**
                     * @description The license key.
                     * @example TIDE-7Q2M8-XK4RN-9D3WT-5HCVB
                     */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueLicenseFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Your application's id of the device.
                     * @example 9f86d081884c7d65
                     */
                    fingerprint?: string;
                    /**
                     * @description The license key.
                     * @example TIDE-7Q2M8-XK4RN-9D3WT-5HCVB
                     */
                    key: string;
                    /**
                     * @description The product's id or slug: a key of another product is refused.
                     * @example tide-pro
                     */
                    product?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseFile"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `license_files_unavailable`: This shop has no key to sign license files with. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Your application's id of the device.
                     * @example 9f86d081884c7d65
                     */
                    fingerprint?: string;
                    /**
                     * @description The license key.
                     * @example TIDE-7Q2M8-XK4RN-9D3WT-5HCVB
                     */
                    key: string;
                    /**
                     * @description The product's id or slug: a key of another product is refused.
                     * @example tide-pro
                     */
                    product?: string;
                    uses?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only those of this product. */
                product?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["PermanentLink"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether customers can buy with it. */
                    active?: boolean;
                    /** @description One-time prices of other products, in the same currency, that are bought together with it. What a customer has already is left out. */
                    addedPriceIds?: string[];
                    expiresAt?: string | null;
                    /** @description How many checkouts may be open or paid at a time. A checkout that is not paid frees its place after half an hour; a refund doesn’t. Null for no limit. */
                    maxPurchases?: number | null;
                    /**
                     * @description For your own use. The orders and subscriptions of the link have it.
                     * @example {
                     *       "partner": "acme"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * @description For the team, e.g. where the link is used. Customers never see it.
                     * @example Spring newsletter
                     */
                    name?: string;
                    /**
                     * @description What to sell.
                     * @example prc_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    price: string;
                    /**
                     * @description Stripe’s ID of a promotion code that the link applies; null for none.
                     * @example promo_1PqLs2
                     */
                    promotionCode?: string | null;
                    /** @description Seats, for a price per seat. The customer can still change them. */
                    quantity?: number;
                    /**
                     * @description Where customers go after paying, with the checkout’s ID as `?checkout=`. Its origin must be allowed in the console, under Developers.
                     * @example https://app.example.com/thanks
                     */
                    successUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentLink"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *     `price_unavailable`: The price is not available.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `stripe_unavailable`: Stripe did not respond as expected. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentLink"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether customers can buy with it. */
                    active?: boolean;
                    expiresAt?: string | null;
                    /** @description How many checkouts may be open or paid at a time. A checkout that is not paid frees its place after half an hour; a refund doesn’t. Null for no limit. */
                    maxPurchases?: number | null;
                    /**
                     * @description For the team, e.g. where the link is used. Customers never see it.
                     * @example Spring newsletter
                     */
                    name?: string;
                    /**
                     * @description Stripe’s ID of a promotion code that the link applies; null for none.
                     * @example promo_1PqLs2
                     */
                    promotionCode?: string | null;
                    /**
                     * @description Where customers go after paying, with the checkout’s ID as `?checkout=`. Its origin must be allowed in the console, under Developers.
                     * @example https://app.example.com/thanks
                     */
                    successUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentLink"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `price_unavailable`: The price is not available. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `stripe_unavailable`: Stripe did not respond as expected. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only those created after this time. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description Only those of this customer. */
                customer?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only the one with this order number. */
                number?: string;
                /** @description Only those of this product. */
                product?: string;
                /** @description Only these, separated by commas: `pending`, `paid`, `partially_refunded`, `refunded`, `disputed`, `failed`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Order"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                status?: "draft" | "published" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Product"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveSeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whom it is for.
                     * @example ann@example.com
                     */
                    email: string;
                    /**
                     * @description The language of that email. By default the shop's.
                     * @enum {string}
                     */
                    language?: "en" | "de" | "fr" | "es" | "pt-BR" | "ja" | "ar";
                    /**
                     * @description The order or subscription of seats that it is one of.
                     * @example sub_01kb2z8q3mh7w5t0d9x6n4c1rv
                     */
                    seatOf: string;
                    /**
                     * @description Whether the shop emails the link. Left out, your program passes it on.
                     * @default false
                     */
                    sendEmail?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGift"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *     `seat_held`: The customer has a seat of this purchase already.
             *     `seat_own`: The buyer of the seats has one already.
             *     `seats_taken`: No seat is free.
             *     `seats_unavailable`: The purchase of the seats gives no access now.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description Only those created after this time. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description Only those of this customer. */
                customer?: string;
                kind?: "withdrawal" | "cancellation";
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only these, separated by commas: `open`, `accepted`, `refused`. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Statement"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Only those created after this time. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description Only those of this customer. */
                customer?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                /** @description Only the one with this order number. */
                number?: string;
                /** @description Only those of this product. */
                product?: string;
                /** @description Only these, separated by commas: `active`, `trialing`, `past_due`, `canceled`, `unpaid`, `incomplete`, `incomplete_expired`, `paused`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Subscription"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `period_end`: the customer keeps what they paid for. `now`: the access ends, and no refund is made.
                     * @default period_end
                     * @enum {string}
                     */
                    when?: "period_end" | "now";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payment_failed`: The payment was declined. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *     `subscription_not_changeable`: The subscription cannot be changed now.
             *     `subscription_disputed`: A payment of the subscription is disputed, so it cannot be changed.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `stripe_unavailable`: Stripe did not respond as expected. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payment_failed`: The payment was declined. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `subscription_not_changeable`: The subscription cannot be changed now.
             *     `subscription_disputed`: A payment of the subscription is disputed, so it cannot be changed.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `stripe_unavailable`: Stripe did not respond as expected. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["WebhookEndpoint"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For you, to tell endpoints apart.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description The event types to send; `*` for all of them.
                     * @default [
                     *       "*"
                     *     ]
                     * @example [
                     *       "order.paid"
                     *     ]
                     */
                    types?: ("*" | "customer.created" | "customer.deleted" | "customer.updated" | "product.created" | "product.archived" | "product.updated" | "checkout.completed" | "checkout.expired" | "checkout.updated" | "order.created" | "order.paid" | "order.refunded" | "order.disputed" | "order.updated" | "subscription.created" | "subscription.past_due" | "subscription.canceled" | "subscription.uncanceled" | "subscription.revoked" | "subscription.updated" | "gift.created" | "gift.claimed" | "gift.ended" | "gift.revoked" | "gift.updated" | "statement.received" | "statement.accepted" | "statement.refused" | "statement.updated" | "license.created" | "license.activated" | "license.deactivated" | "license.revoked" | "license.updated" | "entitlement.granted" | "entitlement.revoked" | "entitlement.updated")[];
                    /**
                     * @description An https URL of a public host. Redirects are not followed.
                     * @example https://app.example.com/webhooks
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *     `too_many_endpoints`: The shop already has 20 webhook endpoints.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For you, to tell endpoints apart. */
                    description?: string;
                    /**
                     * @description `enabled` also ends a pause: everything that was missed is delivered.
                     * @enum {string}
                     */
                    status?: "enabled" | "disabled";
                    /**
                     * @description The event types to send; `*` for all of them.
                     * @example [
                     *       "order.paid"
                     *     ]
                     */
                    types?: ("*" | "customer.created" | "customer.deleted" | "customer.updated" | "product.created" | "product.archived" | "product.updated" | "checkout.completed" | "checkout.expired" | "checkout.updated" | "order.created" | "order.paid" | "order.refunded" | "order.disputed" | "order.updated" | "subscription.created" | "subscription.past_due" | "subscription.canceled" | "subscription.uncanceled" | "subscription.revoked" | "subscription.updated" | "gift.created" | "gift.claimed" | "gift.ended" | "gift.revoked" | "gift.updated" | "statement.received" | "statement.accepted" | "statement.refused" | "statement.updated" | "license.created" | "license.activated" | "license.deactivated" | "license.revoked" | "license.updated" | "entitlement.granted" | "entitlement.revoked" | "entitlement.updated")[];
                    /**
                     * @description An https URL of a public host. Redirects are not followed.
                     * @example https://app.example.com/webhooks
                     */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. Left out for the first page. */
                cursor?: string;
                /** @description The most objects to answer with. */
                limit?: number;
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`. */
                        data: components["schemas"]["Delivery"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryFailedDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The time of the first event.
                     * @example 2026-03-01T09:30:00Z
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many are sent now. */
                        retried: number;
                    };
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For how long the previous secret signs too.
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
            /** @description `api_key_in_query`: API keys belong in the Authorization header; roll this one, since URLs are logged. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `api_key_missing`: Send an API key as `Authorization: Bearer gh_…`.
             *     `api_key_malformed`: The API key is incomplete or mistyped.
             *     `api_key_unknown`: Unknown API key.
             *     `api_key_revoked`: The API key was revoked.
             *     `api_key_expired`: The API key has expired.
             *     `api_key_wrong_mode`: The API key is for the other mode.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks a scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `idempotency_mismatch`: This Idempotency-Key was used for another request.
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The request is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Send JSON, as `Content-Type: application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_input`: The input is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Something went wrong. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-signature": string;
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
