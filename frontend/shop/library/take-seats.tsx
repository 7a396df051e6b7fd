import { useLingui } from "@lingui/react/macro";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { useMutation } from "../../http/use-mutation.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import type { SeatOffer } from "./queries.ts";
import { SeatOfferNotice } from "./seat-offer-notice.tsx";

/** Free seats of the user's organization, each with its button. One that needs another sign-in goes on after it. */
export function TakeSeats({ offers }: { offers: SeatOffer[] }) {
  const { t } = useLingui();
  const take = useMutation({
    mutationFn: (id: string) => read(api.me["own-seats"][":id"].$post({ param: { id } })),
    onSuccess: (_result, _input, cache) => cache.invalidateQueries({ queryKey: queryKeys.library }),
  });
  const { dialog, error } = useFreshSignIn("take-seat", take);
  return (
    <>
      {offers.map((offer) => (
        <SeatOfferNotice key={offer.id} offer={offer}>
          {error && take.variables === offer.id && <ErrorNotice error={error} />}
          <Button
            kind="primary"
            busy={take.isPending && take.variables === offer.id}
            onClick={() => take.mutate(offer.id)}
          >
            {t`Take a seat`} <VisuallyHidden>{offer.product.name}</VisuallyHidden>
          </Button>
        </SeatOfferNotice>
      ))}
      {dialog}
    </>
  );
}
