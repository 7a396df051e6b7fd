import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { Price } from "../../http/shop.ts";
import { getPriceForSeats } from "../catalog/price-copy.ts";
import { parseSeats } from "../catalog/seats-field.tsx";

/**
 * The price and the number of seats that the user chooses in a form with the fields `price` and `seats`. What they
 * chose before the page's script ran is kept.
 * @param currency of the price that is chosen first; null if any
 * @returns `selection` is what to buy, or null while the number of seats is not valid; `getTotal` makes one of the prices
 *   that of all seats
 */
export function usePriceSelection(prices: [Price, ...Price[]], currency: string | null) {
  const [search] = useSearchParams();
  const [priceId, setPriceId] = useState(search.get("buy"));
  const [seatsText, setSeatsText] = useState(search.get("seats") ?? "1");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const input of form.current?.querySelectorAll("input") ?? []) {
      if (input.type === "radio" && input.checked && !input.defaultChecked) setPriceId(input.value);
      if (input.name === "seats" && input.value !== input.defaultValue) setSeatsText(input.value);
    }
  }, []);
  const price =
    prices.find(({ id }) => id === priceId) ??
    prices.find((price) => price.currency === currency) ??
    prices[0];
  const perSeat = price.model === "per_seat";
  const seats = parseSeats(seatsText);
  return {
    form,
    price,
    setPriceId,
    seatsText,
    setSeatsText,
    getTotal: (one: Price) => getPriceForSeats(one, seats ?? 1),
    selection:
      perSeat && seats === null
        ? null
        : { priceId: price.id, ...(perSeat && { quantity: seats ?? 1 }) },
  };
}
