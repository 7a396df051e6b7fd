import { useEffect, useState, type ComponentType, type ReactNode } from "react";

/** Loads a page's module with `import()`. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

/** The page that the document was loaded for; the Worker has none. */
const openedPath = globalThis.location?.pathname;

/** A page whose code can be loaded before the page is shown. */
export type LazyPage = ComponentType & {
  /** Loads the code once. Never rejects: false means that it failed, and is retried when the page is shown. */
  preload: () => Promise<boolean>;
};

/**
 * Creates a page whose code is loaded on first use, and which is shown as soon as the code has arrived. `React.lazy`
 * would wait longer: a Suspense boundary shows its fallback for at least 300 ms (react/react#31819).
 * @param skeleton what is shown until the code has arrived
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
        (error: unknown) => {
          // Probably a new version was deployed since this document was loaded: its pages have other files.
          if (navigator.onLine && location.pathname !== openedPath) location.reload();
          else setState({ failure: error });
        },
      );
    }, [Loaded]);
    // The error boundary offers to reload the page.
    if (failure) throw failure;
    return Loaded ? <Loaded /> : skeleton;
  }

  return Object.assign(Page, {
    preload: () =>
      fetchOnce().then(
        () => true,
        () => false,
      ),
  });
}
