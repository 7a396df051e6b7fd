/**
 * Lists what a header such as `Accept` or `Accept-Language` names, the most wanted first. Leaves out what it refuses
 * (`q=0`). A weight that is no number counts as none.
 */
export function listAccepted(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
      const q = Number(weight?.split("=")[1] || 1);
      return { name, q: Number.isNaN(q) ? 1 : q };
    })
    .filter(({ name, q }) => name !== "" && q > 0)
    .toSorted((a, b) => b.q - a.q)
    .map(({ name }) => name);
}
