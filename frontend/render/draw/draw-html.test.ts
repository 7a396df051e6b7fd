import * as fc from "fast-check";
import {
  Component,
  createContext,
  createElement as h,
  forwardRef,
  Fragment,
  memo,
  StrictMode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { beforeEach, expect, test, vi } from "vitest";
import { drawHtml } from "./draw-html.ts";

// React warns about attributes and styles that nobody would write.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

/** As React itself draws it. */
async function drawByReact(node: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(node, { onError: () => undefined });
  return new Response(stream).text();
}

const Theme = createContext("light");

function Named({ children }: { children?: ReactNode }) {
  return h("i", { id: useId(), "aria-labelledby": useId() }, children);
}

function Quiet({ children }: { children?: ReactNode }) {
  return children;
}

function ThemeOf() {
  return h(
    Fragment,
    null,
    useContext(Theme),
    h(Theme.Consumer, { children: (value: string) => value }),
  );
}

class Boundary extends Component<{ children?: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

const Forwarded = forwardRef<HTMLElement, { children?: ReactNode }>(function Forwarded(props, ref) {
  return h("b", { ref, ...props });
});
const Remembered = memo(Named);

const text = fc.string({
  unit: fc.constantFrom("a", "\n", "<", "&", '"', "'", ">", "é", " "),
  maxLength: 5,
});
const value = fc.oneof(text, fc.integer({ min: -2, max: 9 }), fc.boolean(), fc.constant(null));
const name = fc.constantFrom(
  ...'className htmlFor tabIndex dir role title hidden disabled open muted multiple autoFocus value defaultValue defaultChecked src href action download cols rows rowSpan start spellCheck draggable aria-label aria-hidden data-a data-B onClick maxLength autoComplete strokeWidth viewBox xlinkHref xmlLang crossOrigin fetchPriority loading srcSet sizes name type formAction method encType rel media charSet content itemProp selected inputMode colSpan suppressHydrationWarning a"b'.split(
    " ",
  ),
);
const style = fc.dictionary(
  fc.constantFrom(
    "width",
    "lineHeight",
    "--ratio",
    "marginTop",
    "opacity",
    "msTransform",
    "WebkitMask",
  ),
  value,
);
const props = fc
  .tuple(fc.dictionary(name, value, { maxKeys: 5 }), fc.option(style), fc.option(text))
  .map(([attributes, own, html]) => ({
    attributes: { ...attributes, ...(own && { style: own }) },
    html,
  }));

// What stands in a head.
const leaf = fc.oneof(
  fc
    .tuple(fc.constantFrom("meta", "link"), props)
    .map(([tag, { attributes }]) => h(tag, attributes)),
  fc
    .tuple(fc.constantFrom("title", "style", "script"), text)
    .map(([tag, own]) => h(tag, null, `${own}</${tag}><Script>`)),
);
const head = fc.array(
  fc.oneof(
    leaf,
    fc.array(leaf).map((inside) => h("noscript", null, ...inside)),
  ),
);

const tags =
  "div span a p pre textarea select option optgroup button form label svg path noscript picture table tr td ul li";
const voidTags = "img input br meta link source";

const tree = fc.letrec<{ node: ReactNode; children: ReactNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.constantFrom<ReactNode>(null, undefined, true, 0, 7, ""),
    fc
      .tuple(fc.constantFrom(...voidTags.split(" ")), props)
      .map(([tag, { attributes }]) => h(tag, attributes)),
    fc
      .tuple(props, fc.record({ checked: value, name: value, value, type: value }))
      .map(([{ attributes }, own]) => h("input", { ...own, ...attributes })),
    fc
      .tuple(fc.constantFrom("title", "style", "script"), text)
      .map(([tag, own]) => h(tag, null, `${own}</${tag}><Script>`)),
    fc
      .tuple(fc.constantFrom(...tags.split(" ")), props, tie("children"))
      .map(([tag, { attributes, html }, children]) =>
        // A text area has one text, and what is in it or its HTML no other.
        tag === "textarea"
          ? h(tag, attributes)
          : html !== null && tag !== "option"
            ? h(tag, { ...attributes, dangerouslySetInnerHTML: { __html: html } })
            : h(tag, attributes, children),
      ),
    fc
      .tuple(
        fc.constantFrom<(children: ReactNode) => ReactNode>(
          (children) => h(Named, null, children),
          (children) => h(Quiet, null, children),
          (children) => h(Remembered, null, children),
          (children) => h(Forwarded, { ref: null }, children),
          (children) => h(Boundary, null, children),
          (children) => h(StrictMode, null, children),
          (children) => h(Theme, { value: "dark" }, h(ThemeOf), children),
          () => h(ThemeOf),
          (children) => new Set([children, "x"]),
        ),
        tie("children"),
      )
      .map(([wrap, children]) => wrap(children)),
  ),
  children: fc
    .array(tie("node"), { maxLength: 4 })
    .map((nodes) => (nodes.length === 1 ? nodes[0] : h(Fragment, null, ...nodes))),
}));

test("any tree is drawn as React draws it, to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(tree.children, async (node) => {
      expect(drawHtml(node)).toBe(await drawByReact(node));
    }),
    { numRuns: 100 },
  );
}, 30_000);

test("a whole document is drawn as React draws it, with what belongs to its head moved there", async () => {
  await fc.assert(
    fc.asyncProperty(head, tree.children, async (inHead, inBody) => {
      const document = h(
        "html",
        { lang: "en" },
        h("head", null, h("meta", { charSet: "utf-8" }), h("title", null, "Shop"), ...inHead),
        h("body", { className: "page" }, inBody),
      );
      expect(drawHtml(document)).toBe(await drawByReact(document));
    }),
    { numRuns: 40 },
  );
}, 30_000);

test("ids of components that are deep and among many siblings are those of React", async () => {
  const nest = (depth: number): ReactNode =>
    depth === 0
      ? h(Named)
      : Array.from({ length: 1 + (depth % 5) * 9 }, (_, index) =>
          h(Quiet, { key: index }, index % 7 === 3 ? nest(depth - 1) : h(Named)),
        );
  const node = nest(9);
  expect(drawHtml(node)).toBe(await drawByReact(node));
});

test("hooks answer as React's do", async () => {
  function Counter({ start }: { start: number }) {
    const [count, setCount] = useState(() => start);
    const [sum, add] = useReducer(
      (total: number, more: number) => total + more,
      start,
      (n) => n * 2,
    );
    const last = useRef(0);
    if (count < 3) setCount((current) => current + 1);
    if (sum < 9) add(2);
    const double = useMemo(() => count * 2, [count]);
    const name = useCallback(() => `n${double}`, [double]);
    useEffect(() => {
      last.current = count;
      throw new Error("no effect runs here");
    });
    const stored = useSyncExternalStore(
      () => () => undefined,
      () => "browser",
      () => "server",
    );
    return h("p", { id: useId() }, count, sum, name(), stored);
  }
  const node = [h(Counter, { key: 1, start: 0 }), h(Counter, { key: 2, start: 5 })];
  expect(drawHtml(node)).toBe(await drawByReact(node));
});

test("images are loaded early as React has it, twelve of them and the same one twice", async () => {
  const image = (index: number, more: object) =>
    h("img", { key: index, src: `/${index}.webp`, ...more });
  const node = [
    ...Array.from({ length: 12 }, (_, index) => image(index, {})),
    image(11, { fetchPriority: "high", alt: "again" }),
    image(20, { srcSet: "/20@2.webp 2x", sizes: "100vw", crossOrigin: "anonymous" }),
    image(21, { loading: "lazy" }),
    image(22, { src: "data:image/png;base64,AA" }),
    h("picture", { key: "picture" }, image(23, {})),
  ];
  expect(drawHtml(node)).toBe(await drawByReact(node));
});

test.each<[string, ReactNode]>([
  ["a fallback", h(Suspense, { fallback: "…" }, "text")],
  ["a promise", Promise.resolve("text")],
  ["an object", { text: "text" } as unknown as ReactNode],
  ["a function as an action", h("form", { action: () => undefined })],
  ["an element of one's own", h("my-element")],
  [
    "a style sheet with a precedence",
    h("link", { rel: "stylesheet", href: "/a", precedence: "a" }),
  ],
  ["a script that may move", h("script", { async: true, src: "/a.js" })],
])("%s is refused instead of drawn differently", (_, node) => {
  expect(() => drawHtml(node)).toThrow("cannot draw");
});

test("a component's error is thrown, and the next page is drawn with React's own hooks as before", async () => {
  function Broken(): ReactNode {
    throw new Error("broken");
  }
  expect(() => drawHtml(h(Quiet, null, h(Broken)))).toThrow("broken");
  expect(await drawByReact(h(Named))).toBe(drawHtml(h(Named)));
});
