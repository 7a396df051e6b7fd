import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { serializeEndpointChange, useEndpointChange } from "./endpoint-queries.ts";
import { ShownOnce } from "./shown-once.tsx";

const emptyEndpoint = { url: "", description: "", types: ["*"] };

/** `/admin/developers/webhooks/new`: adds an endpoint and shows its signing secret once. */
export default function NewEndpointPage() {
  const change = useEndpointChange();
  const freshSignIn = useFreshSignIn("webhook-create", change);
  const created = change.data;
  return (
    <ConsolePage
      title="Add endpoint"
      parent={{ href: developerPaths.webhooks, name: "Webhooks" }}
      description="It receives new events, signed and in order for each customer. Failed deliveries are retried."
    >
      {created?.secret ? (
        <ShownOnce title="Your signing secret" name="signing secret" secret={created.secret}>
          <p>Your program uses it to verify that an event is from this shop.</p>
          <p>
            <ButtonLink href={developerPaths.endpoint(created.id)}>Go to the endpoint</ButtonLink>
          </p>
        </ShownOnce>
      ) : (
        <EndpointForm
          saved={emptyEndpoint}
          submitLabel="Add endpoint"
          busyLabel="Adding…"
          isSaving={change.isPending}
          error={freshSignIn.error}
          onChange={() => change.isError && change.reset()}
          onSubmit={(fields) =>
            change.mutate(serializeEndpointChange({ action: "create", fields }))
          }
          cancel={
            <ButtonLink kind="plain" href={developerPaths.webhooks}>
              Cancel
            </ButtonLink>
          }
        />
      )}
      {freshSignIn.dialog}
    </ConsolePage>
  );
}
