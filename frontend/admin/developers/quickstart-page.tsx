import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { DevelopersLayout } from "./developers-layout.tsx";
import styles from "./developers.module.css";
import { featuresQuery, serializeKeyChange, useKeyChange } from "./queries.ts";
import { ShownOnce } from "./shown-once.tsx";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { CUSTOMER_PLACEHOLDER, getEnvironmentFile, KEY_PLACEHOLDER } from "./snippets.ts";
import { TryCheck } from "./try-check.tsx";

/** `/admin/developers`: how an app asks this shop what its users may use, with the reader's own values. */
export default function QuickstartPage() {
  const change = useKeyChange();
  const freshSignIn = useFreshSignIn("api-key-quickstart", change);
  const key = change.data?.secret ?? KEY_PLACEHOLDER;
  return (
    <DevelopersLayout description="Let your own app ask this shop whether a customer may use a feature.">
      <PageSection
        title="1. Create a key"
        description="This key can check access and nothing else. You can choose other scopes under API keys."
      >
        {change.data ? (
          <ShownOnce title="Your new API key" name="API key" secret={change.data.secret} />
        ) : (
          <div className={styles.actions}>
            <Button
              kind="primary"
              busy={change.isPending}
              onClick={() =>
                change.mutate(
                  serializeKeyChange({
                    action: "create",
                    name: "Quickstart",
                    scopes: ["entitlements:read"],
                    lifetimeDays: null,
                  }),
                )
              }
            >
              {change.isPending ? "Creating…" : "Create a key"}
            </Button>
            <Link href={developerPaths.apiKeys}>Use a key that you have</Link>
          </div>
        )}
        {freshSignIn.error && <SubmitErrorNotice error={freshSignIn.error} />}
        {freshSignIn.dialog}
      </PageSection>
      <QueryBoundary query={useQuery(featuresQuery)} skeleton={<SkeletonLines lines={6} />}>
        {({ features }) =>
          features.length === 0 ? <NoFeatures /> : <Steps features={features} apiKey={key} />
        }
      </QueryBoundary>
      <PageSection title="Learn more">
        <ul className={styles.links}>
          <li>
            <a href={paths.apiReference}>API reference</a>: every call, with its fields and errors
          </li>
          <li>
            <Link href={developerPaths.webhooks}>Webhooks</Link>: hear about changes instead of
            asking
          </li>
          <li>
            <Link href={developerPaths.feed}>Events</Link>: everything that happened, in order
          </li>
        </ul>
      </PageSection>
    </DevelopersLayout>
  );
}

function NoFeatures() {
  return (
    <EmptyState title="No features yet">
      <p>
        A feature is a benefit of a product that your app asks for by its key, such as
        <code> export</code>. Add one to a product, then come back.
      </p>
      <Link href={consolePaths.products}>Go to products</Link>
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
        title="2. Choose a feature"
        description="Your app asks for it by its key. A customer may use it while one of their purchases includes it."
      >
        <div className={styles.form}>
          <SelectField
            label="Feature"
            options={features.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
            value={feature}
            onChange={(event) => setFeature(event.target.value)}
          />
        </div>
      </PageSection>
      <PageSection
        title="3. Try it"
        description="Pick a customer and see what the API answers. Nothing is changed."
      >
        <TryCheck feature={feature} customer={customer} onChange={setCustomer} />
      </PageSection>
      <PageSection
        title="4. Ask from your app"
        description="Keep the key on your server, in the environment."
      >
        <CodeBlock label="the environment file" title=".env" code={getEnvironmentFile(values)} />
        <SnippetTabs values={values} />
      </PageSection>
    </>
  );
}
