import { useEffect, useState } from "react";

const delayMs = 400;

/** Returns the value as it was when it last stayed the same for 400 ms, e.g. to search when the typing pauses. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), delayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debouncedValue;
}
