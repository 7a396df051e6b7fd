import { useEffect, useState, type ComponentType, type ReactNode } from "react";

/** How an `import()` brings a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

/** A page that can be fetched before it is shown. */
export type LazyPage = ComponentType & {
  /** Fetches the code, once. It never rejects: what fails is tried again when the page is shown. */
  preload: () => Promise<void>;
};

/**
 * A page whose code comes when it is first needed, and which is shown the moment that it is there. With `React.lazy` it
 * would not be: what a Suspense boundary reveals waits until its fallback was seen for 300 ms (react/react#31819).
 * @param skeleton what stands in its place until then
 */
export function lazyPage(load: LoadPage, skeleton: ReactNode): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;

  const fetchOnce = () =>
    (loading ??= load().then(
      (module) => (loaded = module.default),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  function Page() {
    const [state, setState] = useState<{ Loaded?: ComponentType | undefined; failure?: unknown }>({
      Loaded: loaded,
    });
    const { Loaded, failure } = state;
    useEffect(() => {
      if (Loaded) return;
      fetchOnce().then(
        (page) => setState({ Loaded: page }),
        (error: unknown) => setState({ failure: error }),
      );
    }, [Loaded]);
    // For the error boundary, which offers to load everything again.
    if (failure) throw failure;
    return Loaded ? <Loaded /> : skeleton;
  }

  return Object.assign(Page, {
    preload: () => fetchOnce().then(doNothing, doNothing),
  });
}

function doNothing() {}
