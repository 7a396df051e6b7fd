import { useEffect, useState } from "react";

const delayMs = 400;

/**
 * Returns the value as it was when it last stayed the same for a while, e.g. to search when the typing pauses.
 * @param delay in milliseconds
 */
export function useDebouncedValue<Value>(value: Value, delay = delayMs): Value {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debouncedValue;
}
