/** The kind and the end of an id, which is enough to tell rows apart: `ord_…6tyr65`. The tooltip has the whole id. */
export function ShortId({ id }: { id: string }) {
  const [kind] = id.split("_");
  return (
    <code title={id}>
      {kind}_…{id.slice(-6)}
    </code>
  );
}
