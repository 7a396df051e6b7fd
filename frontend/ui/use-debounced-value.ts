import { useEffect, useState } from "react";

const calmMs = 400;

/** A value once it has not changed for a moment, for what should not be asked at every key. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), calmMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
