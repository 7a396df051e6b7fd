/** What an element's attributes are written from. */
export type Props = Record<string, unknown>;

const ESCAPES: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Escapes a value for HTML as React does, inside and outside attributes. */
export function escapeText(value: unknown): string {
  return String(value).replace(/["&'<>]/g, (character) => ESCAPES[character]!);
}

const toSet = (names: string) => new Set(names.split(" "));

/** Props that are no attributes. */
const NO_ATTRIBUTES = toSet(
  "children dangerouslySetInnerHTML defaultValue defaultChecked innerHTML ref suppressContentEditableWarning suppressHydrationWarning",
);
/** Attributes without a value, which are there or not. */
const FLAGS = toSet(
  "inert allowFullScreen async autoFocus autoPlay controls credentialless default defer disabled disablePictureInPicture disableRemotePlayback formNoValidate hidden loop multiple muted noModule noValidate open playsInline readOnly required reversed scoped seamless itemScope",
);
/** Those of them that React writes in lower case. */
const LOWER_CASE_FLAGS = toSet("autoFocus multiple muted");
/** Attributes whose values may be `true` and `false` as words. */
const WORDS = toSet(
  "contentEditable spellCheck draggable value autoReverse externalResourcesRequired focusable preserveAlpha cols rows size span rowSpan start",
);
const URLS = toSet("src href action formAction xlinkHref");
const POSITIVE_NUMBERS = toSet("cols rows size span");
const NUMBERS = toSet("rowSpan start");

/** Attributes of SVG with a hyphen at each capital letter. */
const HYPHENATED = toSet(
  "acceptCharset httpEquiv accentHeight alignmentBaseline arabicForm baselineShift capHeight clipPath clipRule colorInterpolation colorInterpolationFilters colorProfile colorRendering dominantBaseline enableBackground fillOpacity fillRule floodColor floodOpacity fontFamily fontSize fontSizeAdjust fontStretch fontStyle fontVariant fontWeight glyphName glyphOrientationHorizontal glyphOrientationVertical horizAdvX horizOriginX imageRendering letterSpacing lightingColor markerEnd markerMid markerStart maskType overlinePosition overlineThickness paintOrder pointerEvents renderingIntent shapeRendering stopColor stopOpacity strikethroughPosition strikethroughThickness strokeDasharray strokeDashoffset strokeLinecap strokeLinejoin strokeMiterlimit strokeOpacity strokeWidth textAnchor textDecoration textRendering transformOrigin underlinePosition underlineThickness unicodeBidi unicodeRange unitsPerEm vAlphabetic vHanging vIdeographic vMathematical vectorEffect vertAdvY vertOriginX vertOriginY wordSpacing writingMode xHeight",
);
const OTHER_NAMES: Record<string, string> = {
  className: "class",
  htmlFor: "for",
  tabIndex: "tabindex",
  crossOrigin: "crossorigin",
  xmlnsXlink: "xmlns:xlink",
};

const hyphenate = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The attribute that a prop stands for. */
function nameAttribute(prop: string): string {
  if (HYPHENATED.has(prop)) return hyphenate(prop);
  if (/^x(?:link|ml)[A-Z]/.test(prop)) return hyphenate(prop).replace("-", ":");
  return OTHER_NAMES[prop] ?? prop;
}

/** A name that ends no tag and begins no other one. */
const ATTRIBUTE_NAME = /^[:A-Z_a-z\u00c0-\u{effff}][:A-Z_a-z\u00c0-\u{effff}\-.0-9\u00b7]*$/u;

/** What browsers read as `javascript:`, with the characters that they leave out of URLs. */
const SCRIPT_URL = new RegExp(
  `^[\\0-\\x1f ]*${[..."javascript"].join("[\\r\\n\\t]*")}[\\r\\n\\t]*:`,
  "i",
);
const REFUSED_URL =
  "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')";

/** Returns an attribute with a space in front, or nothing if this value stands for none. */
export function writeAttribute(prop: string, value: unknown): string {
  const kind = typeof value;
  if (value === null || value === undefined || kind === "function" || kind === "symbol") return "";
  if (NO_ATTRIBUTES.has(prop) || /^on./i.test(prop)) return "";
  if (prop === "style") return writeStyle(value as Props);
  const isDownload = prop === "download" || prop === "capture";
  if (FLAGS.has(prop) || (isDownload && value === true))
    return value ? ` ${LOWER_CASE_FLAGS.has(prop) ? prop.toLowerCase() : prop}=""` : "";
  if (kind === "boolean" && !WORDS.has(prop) && !/^(?:data|aria)-/i.test(prop)) return "";
  if (NUMBERS.has(prop) && Number.isNaN(Number(value))) return "";
  if (POSITIVE_NUMBERS.has(prop) && !(Number(value) >= 1)) return "";
  const name = nameAttribute(prop);
  if (!ATTRIBUTE_NAME.test(name)) return "";
  if (!URLS.has(prop)) return ` ${name}="${escapeText(value)}"`;
  // An empty address would be that of the page itself.
  if (value === "" && (prop === "src" || prop === "href")) return "";
  return ` ${name}="${escapeText(SCRIPT_URL.test(String(value)) ? REFUSED_URL : value)}"`;
}

/** Returns the attributes of an element in the order of its props, each with a space in front. */
export function writeAttributes(props: Props): string {
  return Object.entries(props)
    .map(([prop, value]) => writeAttribute(prop, value))
    .join("");
}

/** Properties of styles whose numbers are not in pixels. */
const WITHOUT_UNIT = toSet(
  "animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth columnCount columns flex flexGrow flexShrink flexOrder gridArea gridRow gridRowEnd gridRowSpan gridRowStart gridColumn gridColumnEnd gridColumnSpan gridColumnStart fontWeight lineClamp lineHeight opacity order orphans scale tabSize widows zIndex zoom fillOpacity floodOpacity stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth WebkitLineClamp",
);

function writeStyle(style: Props): string {
  const declarations = Object.entries(style).flatMap(([property, value]) => {
    if (value === null || value === undefined || value === "" || typeof value === "boolean")
      return [];
    const isPlain = typeof value !== "number" || property.startsWith("--");
    const needsUnit = !isPlain && value !== 0 && !WITHOUT_UNIT.has(property);
    const name = property.startsWith("--") ? property : hyphenate(property).replace(/^ms-/, "-ms-");
    return [`${escapeText(name)}:${escapeText(String(value).trim())}${needsUnit ? "px" : ""}`];
  });
  return declarations.length > 0 ? ` style="${declarations.join(";")}"` : "";
}
