/** Whether this is the name of a time zone in the IANA database, such as `Europe/Berlin`. Offsets are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
