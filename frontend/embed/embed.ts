/**
 * The script for the seller's other sites: `<script src="https://shop.example.com/embed.js" async></script>`. A file of
 * its own without imports, which works under a strict content security policy: it adds no inline script or style.
 *
 * - A link `<a data-gatehouse="CODE" data-gatehouse-open="popup" href="https://shop.example.com/buy/CODE">` opens a
 *   window, and hears what came of it. Without this script, it is an ordinary link.
 * - `<gatehouse-product slug="…">` and `<gatehouse-prices slugs="… …">` show products in a frame.
 * - In such a frame, it tells the site around it how high the frame must be.
 */

/** What the shop tells the window that opened it, and a frame the site around it. */
type ShopMessage =
  | { type: "gatehouse:paid"; checkout: string; successUrl: string | null }
  | { type: "gatehouse:height"; height: number };

// A block, so that nothing becomes a global of the site: the file is no module.
{
  const script =
    document.currentScript ?? document.querySelector<HTMLScriptElement>('script[src$="/embed.js"]');
  const shop = new URL((script as HTMLScriptElement).src).origin;

  /** Dispatches an event on an element of the site. Returns false if the site canceled what follows. */
  const dispatch = (target: Element, type: string, detail?: object): boolean =>
    target.dispatchEvent(new CustomEvent(type, { bubbles: true, cancelable: true, detail }));

  /** Calls back with each message that the shop sends from this window. Returns what stops it. */
  const listen = (getSender: () => unknown, onMessage: (message: ShopMessage) => void) => {
    const handle = ({ origin, source, data }: MessageEvent) => {
      if (origin === shop && source !== null && source === getSender()) onMessage(data);
    };
    addEventListener("message", handle);
    return () => removeEventListener("message", handle);
  };

  let stopWatching: () => void = () => undefined;

  /** Waits for the outcome in the window that a link has opened, or until it is closed. */
  const watch = (link: HTMLAnchorElement, popup: Window) => {
    stopWatching();
    let isPaid = false;
    let goesOn = true;
    const stopListening = listen(
      () => popup,
      (message) => {
        if (message.type !== "gatehouse:paid") return;
        const { checkout, successUrl } = message;
        // Who paid without an account is announced at once; the URL follows when they have signed in.
        if (!isPaid) goesOn = dispatch(link, "gatehouse:paid", { checkout, successUrl });
        isPaid = true;
        if (goesOn && successUrl !== null) location.assign(successUrl);
      },
    );
    // No event says that another window was closed.
    const timer = setInterval(() => {
      if (!popup.closed) return;
      stopWatching();
      if (!isPaid) dispatch(link, "gatehouse:closed");
    }, 500);
    stopWatching = () => {
      stopListening();
      clearInterval(timer);
    };
  };

  const openPopup = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[data-gatehouse][data-gatehouse-open="popup"]',
    );
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlainClick || event.defaultPrevented) return;
    const url = new URL(link.href);
    if (url.origin !== shop) return;
    // The shop tells only this origin what came of it, and only if the seller allows it.
    url.searchParams.set("opener", location.origin);
    const [width, height] = [480, 760];
    const left = screenX + Math.max(0, (outerWidth - width) / 2);
    const top = screenY + Math.max(0, (outerHeight - height) / 2);
    const popup = open(
      url,
      "gatehouse",
      `popup,width=${width},height=${height},left=${left},top=${top}`,
    );
    // Where the browser blocks it, the link opens in this tab.
    if (!popup) return;
    event.preventDefault();
    watch(link, popup);
  };

  /** Shows products of the shop. What the element contains is for browsers without this script. */
  const defineFrame = (name: string, attribute: string) => {
    if (customElements.get(name)) return;
    customElements.define(
      name,
      class extends HTMLElement {
        #stop: (() => void) | undefined;

        connectedCallback() {
          const slugs = (this.getAttribute(attribute) ?? "").trim().split(/[\s,]+/);
          const url = new URL(`/embed/${slugs.map(encodeURIComponent).join(",")}`, shop);
          const lang = this.closest<HTMLElement>("[lang]")?.lang;
          if (lang) url.searchParams.set("lang", lang);
          const frame = document.createElement("iframe");
          frame.src = url.href;
          frame.title = this.getAttribute("label") ?? this.textContent.trim();
          frame.loading = "lazy";
          // By the object model, which a content security policy allows.
          Object.assign(this.style, { display: "block" });
          Object.assign(frame.style, { border: "0", inlineSize: "100%", blockSize: "26rem" });
          this.#stop = listen(
            () => frame.contentWindow,
            (message) => {
              if (message.type === "gatehouse:height")
                frame.style.blockSize = `${message.height}px`;
            },
          );
          this.replaceChildren(frame);
        }

        disconnectedCallback() {
          this.#stop?.();
        }
      },
    );
  };

  if ("gatehouseFrame" in document.documentElement.dataset) {
    const sendHeight = () => {
      const { offsetHeight: height } = document.body;
      // The height is no secret, and only sites that the seller allows can show the frame.
      parent.postMessage({ type: "gatehouse:height", height } satisfies ShopMessage, "*");
    };
    new ResizeObserver(sendHeight).observe(document.body);
  } else {
    document.addEventListener("click", openPopup);
    defineFrame("gatehouse-product", "slug");
    defineFrame("gatehouse-prices", "slugs");
  }
}
