import type { Context, ReactNode } from "react";
import { escapeText, writeAttribute, writeAttributes, type Props } from "./attributes.ts";
import { callComponent } from "./hooks.ts";
import { enter, namePlace, root, type Place } from "./place.ts";

/**
 * Draws components as HTML: the same text, to the byte, as `react-dom/server`, so that React takes it over in the
 * browser. React's own renderer is 25 kB more, for what no page of the Worker does: it never waits for a part of a page,
 * shows no fallback, and calls no action. What it doesn't know, it refuses (decision 105).
 * @throws the error of a component, or one that names what it cannot draw
 */
export function drawHtml(node: ReactNode): string {
  const page: Page = {
    parts: { html: "", head: "", body: "" },
    charset: "",
    viewport: "",
    images: new Map(),
    hoisted: "",
    inHead: "",
    out: "",
    afterText: false,
    values: new Map(),
  };
  draw(page, node, { place: root, inSvg: false, inNoscript: false, inPicture: false });
  return assemble(page);
}

type Page = {
  /** The start tags of the document, if it is one. */
  parts: { html: string; head: string; body: string };
  /** What is moved to the start of the page. */
  charset: string;
  viewport: string;
  /** Links that load images early, by what they load. Those that come first are loaded before all others. */
  images: Map<string, { link: string; isFirst: boolean }>;
  hoisted: string;
  /** What stays in the head. */
  inHead: string;
  out: string;
  /** Whether the last thing that was drawn is a text: the next one has to be kept apart from it. */
  afterText: boolean;
  values: Map<Context<unknown>, unknown>;
};

/** What a node is in. `selected`: the values of the nearest `select`. */
type Around = {
  place: Place;
  inSvg: boolean;
  inNoscript: boolean;
  inPicture: boolean;
  selected?: unknown;
};

function assemble(page: Page): string {
  const { html, head, body } = page.parts;
  const images = [...page.images.values()];
  const links = (isFirst: boolean) =>
    images.flatMap((image) => (image.isFirst === isFirst ? [image.link] : [])).join("");
  const start = page.charset + page.viewport + links(true) + links(false) + page.hoisted;
  if (!html) return start + page.out;
  const inHead = (head || "<head>") + start + page.inHead;
  return `<!DOCTYPE html>${html}${inHead}</head>${body}${page.out}${body && "</body>"}</html>`;
}

const ofKind = (name: string) => Symbol.for(`react.${name}`);
const ELEMENT = ofKind("transitional.element");
const FRAGMENT = ofKind("fragment");
const STRICT_MODE = ofKind("strict_mode");
const CONTEXT = ofKind("context");
const CONSUMER = ofKind("consumer");
const FORWARD_REF = ofKind("forward_ref");
const MEMO = ofKind("memo");

/** What React makes of JSX. */
type Element = { $$typeof: symbol; type: unknown; props: Props };
/** What is a component without being a function. */
type Kind = { $$typeof?: symbol; type?: unknown; render?: Component; _context?: Context<unknown> };
type Component = ((props: Props, ref?: unknown) => unknown) & {
  prototype?: { isReactComponent?: object };
};

function draw(page: Page, node: unknown, around: Around): void {
  if (node === null || node === undefined || typeof node === "boolean") return;
  if (typeof node !== "object") return drawText(page, node);
  if ((node as Element).$$typeof === ELEMENT) return drawElement(page, node as Element, around);
  if (!(Symbol.iterator in node)) throw cannotDraw(node);
  const children = [...(node as Iterable<unknown>)];
  for (const [index, child] of children.entries())
    draw(page, child, { ...around, place: enter(around.place, children.length, index) });
}

function drawText(page: Page, text: unknown): void {
  if (typeof text === "function" || typeof text === "symbol" || text === "") return;
  page.out += (page.afterText ? "<!-- -->" : "") + escapeText(text);
  page.afterText = true;
}

const cannotDraw = (what: unknown) => new Error(`The Worker cannot draw ${String(what)}`);

function drawElement(page: Page, { type, props }: Element, around: Around): void {
  if (typeof type === "string") return drawTag(page, type, props, around);
  if (typeof type === "function") return drawComponent(page, type as Component, props, around);
  if (type === FRAGMENT || type === STRICT_MODE) return draw(page, props["children"], around);
  const kind = Object(type) as Kind;
  switch (kind.$$typeof) {
    case MEMO:
      return drawElement(page, { $$typeof: ELEMENT, type: kind.type, props }, around);
    case FORWARD_REF: {
      const { ref = null, ...rest } = props;
      return drawComponent(page, kind.render!, "ref" in props ? rest : props, around, ref);
    }
    case CONTEXT:
      return drawInContext(page, type as Context<unknown>, props, around);
    case CONSUMER: {
      const drawValue = props["children"] as (value: unknown) => unknown;
      return draw(page, drawValue(readContext(page, kind._context!)), around);
    }
    default:
      throw cannotDraw(type);
  }
}

function drawComponent(
  page: Page,
  component: Component,
  props: Props,
  around: Around,
  ref?: unknown,
): void {
  if (component.prototype?.isReactComponent) {
    const Class = component as unknown as new (props: Props) => {
      props: Props;
      render: () => unknown;
    };
    const instance = new Class(props);
    instance.props = props;
    return draw(page, instance.render(), around);
  }
  const { node, hasId } = callComponent(() => component(props, ref), {
    readContext: (context) => readContext(page, context),
    place: namePlace(around.place),
  });
  draw(page, node, hasId ? { ...around, place: enter(around.place, 1, 0) } : around);
}

function readContext({ values }: Page, context: Context<unknown>): unknown {
  return values.has(context)
    ? values.get(context)
    : (context as unknown as { _currentValue: unknown })._currentValue;
}

function drawInContext(page: Page, context: Context<unknown>, props: Props, around: Around): void {
  const outer = page.values;
  page.values = new Map(outer).set(context, props["value"]);
  draw(page, props["children"], around);
  page.values = outer;
}

const VOID = new Set(
  "area base br col embed hr img input keygen link meta param source track wbr".split(" "),
);
/** Elements with a text that is no HTML. */
const RAW = new Set(["title", "style", "script"]);
const TAG_NAME = /^[a-z][a-z\d]*$/i;

function drawTag(page: Page, tag: string, props: Props, around: Around): void {
  if (!TAG_NAME.test(tag)) throw cannotDraw(`<${tag}>`);
  for (const prop of ["action", "formAction"])
    if (typeof props[prop] === "function") throw cannotDraw(`a function as ${prop}`);
  if (VOID.has(tag) || RAW.has(tag)) return drawLeaf(page, tag, props, around);
  if (tag === "html" || tag === "head" || tag === "body") return drawPart(page, tag, props, around);
  page.out += `<${tag}${writeTagAttributes(tag, props, around)}>`;
  page.afterText = false;
  if (tag === "textarea") page.out += writeTextareaText(props);
  else drawContent(page, props, enterTag(tag, props, around), tag === "pre");
  page.out += `</${tag}>`;
  page.afterText = false;
}

function drawContent(page: Page, props: Props, around: Around, keepsFirstLine = false): void {
  const { children } = props;
  const html = readInnerHtml(props);
  // A parser leaves out a line end behind the start tag.
  const text = html || (typeof children === "string" ? children : "");
  if (keepsFirstLine && text.startsWith("\n")) page.out += "\n";
  page.out += html;
  if (typeof children === "string") page.out += escapeText(children);
  else draw(page, children, around);
}

function readInnerHtml({ dangerouslySetInnerHTML: inner }: Props): string {
  return String((inner as { __html?: unknown } | undefined)?.__html ?? "");
}

function enterTag(tag: string, props: Props, around: Around): Around {
  if (tag === "svg") return { ...around, inSvg: true };
  if (tag === "foreignObject") return { ...around, inSvg: false };
  if (tag === "noscript") return { ...around, inSvg: false, inNoscript: true };
  if (tag === "picture") return { ...around, inSvg: false, inPicture: true };
  if (tag === "select")
    return { ...around, inSvg: false, selected: props["value"] ?? props["defaultValue"] };
  return around;
}

/** What React writes of a control and of a form after all other attributes, in this order. */
const OF_SUBMISSION = ["name", "formAction", "formEncType", "formMethod", "formTarget"];
const OF_FORM = ["action", "encType", "method", "target"];

function writeTagAttributes(tag: string, props: Props, around: Around): string {
  switch (tag) {
    case "input": {
      const { checked, value, ...rest } = props;
      const isChecked = (checked ?? props["defaultChecked"]) ? ' checked=""' : "";
      const own = writeAttribute("value", value ?? props["defaultValue"]);
      return writeInOrder(rest, OF_SUBMISSION) + isChecked + own;
    }
    case "button":
      return writeInOrder(props, OF_SUBMISSION);
    case "form":
      return writeInOrder(props, OF_FORM);
    case "select":
    case "textarea":
      return writeAttributes({ ...props, value: null });
    case "option":
      return (
        writeAttributes({ ...props, selected: null }) +
        (isSelected(props, around) ? ' selected=""' : "")
      );
    default:
      return tag === "a" && props["href"] === "" ? writeLink(props) : writeAttributes(props);
  }
}

function writeInOrder(props: Props, last: string[]): string {
  const first = Object.entries(props).filter(([name]) => !last.includes(name));
  return (
    writeAttributes(Object.fromEntries(first)) +
    last.map((name) => writeAttribute(name, props[name])).join("")
  );
}

/** A link to the page itself. All other elements leave out an empty address. */
function writeLink(props: Props): string {
  return Object.entries(props)
    .map(([name, value]) => (name === "href" ? ' href=""' : writeAttribute(name, value)))
    .join("");
}

function isSelected({ value, children, selected }: Props, around: Around): boolean {
  if (around.selected === null || around.selected === undefined) return Boolean(selected);
  const own = String(value ?? [children].flat(Infinity).filter(isText).join(""));
  return [around.selected].flat().some((chosen) => String(chosen) === own);
}

const isText = (child: unknown) => typeof child === "string" || typeof child === "number";

function writeTextareaText({ value, defaultValue, children }: Props): string {
  const text = value ?? defaultValue ?? children;
  if (text === null || text === undefined) return "";
  return (String(text).startsWith("\n") ? "\n" : "") + escapeText(text);
}

/** The document's own elements. Their start tags come before what is moved to the start of the page. */
function drawPart(page: Page, tag: "html" | "head" | "body", props: Props, around: Around): void {
  page.parts[tag] = `<${tag}${writeAttributes(props)}>`;
  page.afterText = false;
  const { out } = page;
  if (tag === "head") page.out = "";
  drawContent(page, props, around);
  if (tag === "head") {
    page.inHead = page.out;
    page.out = out;
  }
  page.afterText = false;
}

function drawLeaf(page: Page, tag: string, props: Props, around: Around): void {
  const html = `<${tag}${writeTagAttributes(tag, props, around)}${RAW.has(tag) ? `>${writeRaw(tag, props)}</${tag}>` : "/>"}`;
  const isHoisted =
    !around.inSvg &&
    !around.inNoscript &&
    (props["itemProp"] ?? null) === null &&
    mayMove(tag, props);
  if (!isHoisted) {
    if (tag === "img" && !around.inPicture && !around.inNoscript) loadEarly(page, props);
    page.out += html;
  } else {
    if (page.afterText && tag !== "title") page.out += "<!-- -->";
    if (tag === "meta" && typeof props["charSet"] === "string") page.charset += html;
    else if (tag === "meta" && props["name"] === "viewport") page.viewport += html;
    else page.hoisted += html;
  }
  page.afterText = false;
}

/** Whether React moves an element to the start of the page, wherever it is. */
function mayMove(tag: string, props: Props): boolean {
  if (tag === "title" || tag === "meta") return true;
  if ((tag === "link" || tag === "style") && props["precedence"] !== undefined)
    throw cannotDraw(`<${tag} precedence>`);
  if (tag === "script" && props["async"] && props["src"]) throw cannotDraw("<script async>");
  const { rel, href, onLoad, onError } = props;
  return (
    tag === "link" &&
    typeof rel === "string" &&
    typeof href === "string" &&
    href !== "" &&
    rel !== "stylesheet" &&
    !onLoad &&
    !onError
  );
}

function writeRaw(tag: string, props: Props): string {
  const { children } = props;
  if (tag === "script")
    return readInnerHtml(props) + (typeof children === "string" ? breakTag(children, "\\u00") : "");
  const text = Array.isArray(children) ? (children.length < 2 ? children[0] : null) : children;
  const isShown = text !== null && text !== undefined && !/^(?:function|symbol)$/.test(typeof text);
  if (!isShown) return readInnerHtml(props);
  const written = tag === "title" ? escapeText(text) : breakTag(String(text), "\\", " ");
  return written + readInnerHtml(props);
}

/** Keeps a text from ending the element that it is in: the first letter of the tag's name becomes its code. */
function breakTag(text: string, before: string, after = ""): string {
  return text.replace(
    after ? /(<\/?)(s)(tyle)/gi : /(<\/?)(s)(cript)/gi,
    (_, start: string, letter: string, end: string) =>
      `${start}${before}${letter.charCodeAt(0).toString(16)}${after}${end}`,
  );
}

/** This many images are loaded before everything else. */
const MAX_FIRST_IMAGES = 10;

/** Has the browser load an image before it has found it, unless the image may come late. */
function loadEarly({ images }: Page, props: Props): void {
  const { src, srcSet, sizes, loading, fetchPriority, crossOrigin } = props;
  if (loading === "lazy" || fetchPriority === "low" || (!src && !srcSet)) return;
  const addresses = [src, srcSet].filter((address) => address !== undefined && address !== null);
  if (addresses.some((address) => typeof address !== "string" || /^data:/i.test(address))) return;
  const key = srcSet ? `${String(srcSet)}\n${typeof sizes === "string" ? sizes : ""}` : String(src);
  const known = images.get(key);
  const count = [...images.values()].filter(({ isFirst }) => isFirst).length;
  const isFirst = fetchPriority === "high" || count < MAX_FIRST_IMAGES;
  if (known) {
    if (known.isFirst || !isFirst) return;
    images.delete(key);
    images.set(key, { ...known, isFirst });
    return;
  }
  const { integrity, type, referrerPolicy } = props;
  const credentials = crossOrigin === "use-credentials" ? crossOrigin : "";
  const link: Props = {
    rel: "preload",
    as: "image",
    href: srcSet ? undefined : src,
    imageSrcSet: srcSet,
    imageSizes: typeof sizes === "string" ? sizes : undefined,
    crossOrigin: typeof crossOrigin === "string" ? credentials : undefined,
    integrity,
    type,
    fetchPriority,
    referrerPolicy,
  };
  images.set(key, { link: `<link${writeAttributes(link)}/>`, isFirst });
}
