import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { AddOn, Price } from "../../http/shop.ts";
import { getPriceForSeats } from "../catalog/price-copy.ts";
import { parseSeats } from "../catalog/seats-field.tsx";

/**
 * The price and the number of seats that the user chooses in a form with the fields `price`, `seats` and `with`. What they
 * chose before the page's script ran is kept.
 * @param currency of the price that is chosen first; null if any
 * @param addOns what is offered beside it and not owned yet, in every currency
 * @returns `offered` are those in the currency of the price, and `added` those of them that are ticked; `selection` is what to buy, or null while the number of seats is not valid; `getTotal` makes one of the prices
 *   that of all seats
 */
export function usePriceSelection(
  prices: [Price, ...Price[]],
  currency: string | null,
  addOns: AddOn[] = [],
) {
  const [search] = useSearchParams();
  const [priceId, setPriceId] = useState(search.get("buy"));
  const [seatsText, setSeatsText] = useState(search.get("seats") ?? "1");
  const [chosenIds, setChosenIds] = useState(search.get("with")?.split(",") ?? []);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const input of form.current?.querySelectorAll("input") ?? []) {
      if (input.type === "radio" && input.checked && !input.defaultChecked) setPriceId(input.value);
      if (input.name === "with" && input.checked && !input.defaultChecked)
        setChosenIds((ids) => [...new Set([...ids, input.value])]);
      if (input.name === "seats" && input.value !== input.defaultValue) setSeatsText(input.value);
    }
  }, []);
  const price =
    prices.find(({ id }) => id === priceId) ??
    prices.find((price) => price.currency === currency) ??
    prices[0];
  const perSeat = price.model === "per_seat";
  const seats = parseSeats(seatsText);
  // Stripe takes an amount that the buyer chooses only by itself.
  const offered =
    price.model === "pay_what_you_want"
      ? []
      : addOns.filter((addOn) => addOn.price.currency === price.currency);
  const added = offered.filter(({ id }) => chosenIds.includes(id));
  return {
    offered,
    added,
    toggleAddOn: (id: string, isChosen: boolean) =>
      setChosenIds((ids) => [...ids.filter((each) => each !== id), ...(isChosen ? [id] : [])]),
    form,
    price,
    setPriceId,
    seatsText,
    setSeatsText,
    getTotal: (one: Price) => getPriceForSeats(one, seats ?? 1),
    selection:
      perSeat && seats === null
        ? null
        : {
            priceId: price.id,
            ...(perSeat && { quantity: seats ?? 1 }),
            ...(added.length > 0 && { addOnIds: added.map(({ id }) => id) }),
          },
  };
}
