import { useLingui } from "@lingui/react/macro";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { useEndpointChange } from "./endpoint-queries.ts";
import { ShownOnce } from "./secrets.tsx";

const emptyEndpoint = { url: "", description: "", types: ["*"], updatedAt: "" };

/** `/admin/developers/webhooks/new`: adds an endpoint and shows its signing secret once. */
export default function NewEndpointPage() {
  const { t } = useLingui();
  const change = useEndpointChange();
  const freshSignIn = useFreshSignIn("webhook-create", change);
  const created = change.data;
  return (
    <ConsolePage
      title={t`Add endpoint`}
      parent={{ href: developerPaths.webhooks, name: t`Webhooks` }}
      description={t`The endpoint receives new events, signed and in order for each customer. Failed deliveries are retried.`}
    >
      {created?.secret ? (
        <ShownOnce
          title={t`Your signing secret`}
          copyLabel={t`Copy signing secret`}
          secret={created.secret}
        >
          <p>{t`Use it to verify that events were sent by this shop.`}</p>
          <p>
            <ButtonLink href={developerPaths.endpoint(created.id)}>
              {t`Go to the endpoint`}
            </ButtonLink>
          </p>
        </ShownOnce>
      ) : (
        <EndpointForm
          saved={emptyEndpoint}
          submitLabel={t`Add endpoint`}
          error={freshSignIn.error}
          save={async ({ updatedAt: _, ...fields }) =>
            void (await change.mutateAsync({ action: "create", fields }))
          }
          cancel={
            <ButtonLink kind="plain" href={developerPaths.webhooks}>
              {t`Cancel`}
            </ButtonLink>
          }
        />
      )}
      {freshSignIn.dialog}
    </ConsolePage>
  );
}
