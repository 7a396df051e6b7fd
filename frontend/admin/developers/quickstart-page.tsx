import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, useId, useRef, type KeyboardEvent } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../form/form-errors.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
import { featuresQuery, useKeyChange } from "./queries.ts";
import { ShownOnce } from "./secrets.tsx";
import {
  CUSTOMER_PLACEHOLDER,
  getEnvironmentFile,
  KEY_PLACEHOLDER,
  getSnippets,
  type SnippetValues,
} from "./snippets.ts";
import { TryCheck } from "./try-check.tsx";

/** `/admin/developers`: how an app asks this shop what its users may use, with the reader's own values. */
export default function QuickstartPage() {
  const { t } = useLingui();
  const change = useKeyChange();
  const freshSignIn = useFreshSignIn("api-key-quickstart", change);
  const key = change.data?.secret ?? KEY_PLACEHOLDER;
  return (
    <SectionLayout
      section="developers"
      description={t`Check from your own app whether a customer has access to a feature.`}
    >
      <PageSection
        title={t`1. Create a key`}
        description={t`This key can only check access. To choose other scopes, create a key under API keys.`}
      >
        {change.data ? (
          <ShownOnce
            title={t`Your new API key`}
            copyLabel={t`Copy API key`}
            secret={change.data.secret}
          />
        ) : (
          <div className={shapes.actions}>
            <Button
              kind="primary"
              busy={change.isPending}
              onClick={() =>
                change.mutate({
                  action: "create",
                  name: "Quickstart",
                  scopes: ["entitlements:read"],
                  lifetimeDays: null,
                })
              }
            >
              {change.isPending ? t`Creating…` : t`Create a key`}
            </Button>
            <Link href={developerPaths.apiKeys}>{t`Use an existing key`}</Link>
          </div>
        )}
        {freshSignIn.error && <SubmitErrorNotice error={freshSignIn.error} />}
        {freshSignIn.dialog}
      </PageSection>
      <QueryBoundary query={useQuery(featuresQuery)}>
        {({ features }) =>
          features.length === 0 ? <NoFeatures /> : <Steps features={features} apiKey={key} />
        }
      </QueryBoundary>
      <PageSection title={t`Learn more`}>
        <ul className={classNames(shapes.items, styles.links)}>
          <li>
            <Trans>
              <a href={paths.apiReference}>API reference</a>: all endpoints, fields and errors
            </Trans>
          </li>
          <li>
            <Trans>
              <Link href={developerPaths.webhooks}>Webhooks</Link>: get notified about changes
            </Trans>
          </li>
          <li>
            <Trans>
              <Link href={developerPaths.feed}>Events</Link>: everything that happened in this shop,
              in order
            </Trans>
          </li>
          <li>
            <Trans>
              Guides in your Gatehouse repository: <code>docs/guides/gate-a-feature.md</code>,{" "}
              <code>receive-webhooks.md</code> and <code>when-the-shop-is-down.md</code>
            </Trans>
          </li>
        </ul>
      </PageSection>
    </SectionLayout>
  );
}

function NoFeatures() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No features yet`}>
      <p>
        <Trans>
          A feature is a benefit of a product. Your app checks it by its key, such as{" "}
          <code>export</code>. Add a feature to a product, then come back.
        </Trans>
      </p>
      <Link href={consolePaths.products}>{t`Go to products`}</Link>
    </EmptyState>
  );
}

/** The steps for which a feature is needed. */
function Steps({
  features,
  apiKey,
}: {
  features: { key: string; name: string }[];
  apiKey: string;
}) {
  const { t } = useLingui();
  const [feature, setFeature] = useState(features[0]!.key);
  const [customer, setCustomer] = useState("");
  const values = {
    shopUrl: location.origin,
    feature,
    key: apiKey,
    customer: customer || CUSTOMER_PLACEHOLDER,
  };
  return (
    <>
      <PageSection
        title={t`2. Choose a feature`}
        description={t`Your app checks access by the feature’s key. A customer has access while one of their purchases includes the feature.`}
      >
        <div className={shapes.form}>
          <SelectField
            label={t`Feature`}
            options={features.map(({ key, name }) => ({
              value: key,
              label: key.startsWith("bnf_") ? t`${name} (no key yet)` : `${name} (${key})`,
            }))}
            value={feature}
            onChange={(event) => setFeature(event.target.value)}
          />
        </div>
      </PageSection>
      <PageSection
        title={t`3. Try it`}
        description={t`Choose a customer to see the API’s response. This changes nothing.`}
      >
        <TryCheck feature={feature} customer={customer} onChange={setCustomer} />
      </PageSection>
      <PageSection
        title={t`4. Check access from your app`}
        description={t`Keep the key on your server, in an environment variable.`}
      >
        <CodeBlock label={t`the environment file`} title=".env" code={getEnvironmentFile(values)} />
        <SnippetTabs values={values} />
      </PageSection>
    </>
  );
}

/** The snippets as tabs. The arrow keys move between them. */
function SnippetTabs({ values }: { values: SnippetValues }) {
  const { t } = useLingui();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const [shownId, setShownId] = useState("curl");
  const snippets = getSnippets(values);
  const shown = snippets.findIndex((snippet) => snippet.id === shownId);
  const snippet = snippets[shown]!;
  const snippetName = snippet.name;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (shown + step + snippets.length) % snippets.length;
    setShownId(snippets[next]!.id);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div className={shapes.stack}>
      <div ref={tabs} role="tablist" aria-label={t`Languages`} className={shapes.tabs}>
        {snippets.map((each) => (
          <button
            key={each.id}
            type="button"
            role="tab"
            id={`${id}-${each.id}`}
            aria-selected={each === snippet}
            aria-controls={`${id}-panel`}
            tabIndex={each === snippet ? 0 : -1}
            onClick={() => setShownId(each.id)}
            onKeyDown={move}
          >
            {each.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${snippet.id}`}
        className={shapes.stack}
      >
        {snippet.install && (
          <CodeBlock label={t`the install commands`} title={t`Terminal`} code={snippet.install} />
        )}
        <CodeBlock label={t`the ${snippetName} code`} title={snippet.title} code={snippet.code} />
      </div>
    </div>
  );
}
