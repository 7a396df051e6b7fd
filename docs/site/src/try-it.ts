/** Where the key is kept, until the tab is closed. */
const KEY = "api-key-to-try";

/**
 * Adds a form to each example that sends the call to the local shop. Only the server of `npm run docs -- --serve` knows
 * one: the deployed site has no forms.
 */
export async function offerToTry(): Promise<void> {
  const examples = [...document.querySelectorAll<HTMLElement>(".example")];
  if (examples.length === 0 || import.meta.env.BASE_URL !== "/") return;
  if (!["127.0.0.1", "localhost"].includes(location.hostname)) return;
  const answer = await fetch("/try-it.json");
  if (!answer.ok) return;
  const { shopUrl } = (await answer.json()) as { shopUrl: string };
  for (const example of examples) example.append(createForm(example, shopUrl));
}

function createForm({ dataset }: HTMLElement, shopUrl: string): HTMLElement {
  const { method = "GET", path = "", body, key } = dataset;
  const frame = create("details", { className: "try-it not-content" });
  const form = create("form", {});
  const output = create("pre", { tabIndex: 0, hidden: true });
  output.setAttribute("role", "status");
  const pathInput = create("input", { value: path, required: true, spellcheck: false });
  const keyInput = create("input", {
    value: readKey(),
    required: true,
    autocomplete: "off",
    placeholder: "gh_test_…",
  });
  const bodyInput = create("textarea", { value: body ?? "", rows: 6, spellcheck: false });
  form.append(
    label(`${method} to ${shopUrl}`, pathInput),
    ...(key === undefined ? [] : [label("API key, from Developers in the console", keyInput)]),
    ...(body === undefined ? [] : [label("Body", bodyInput)]),
    create("button", { textContent: "Send" }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = "Sending …";
    if (key !== undefined) sessionStorage.setItem(KEY, keyInput.value);
    output.textContent = await send(pathInput.value, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${keyInput.value.trim()}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: bodyInput.value }),
    });
  });
  frame.append(create("summary", { textContent: "Try it with your local shop" }), form, output);
  // Another call's form may have asked for the key meanwhile.
  frame.addEventListener("toggle", () => {
    keyInput.value ||= readKey();
  });
  return frame;
}

/** Returns the answer as text: its status, and its body. */
async function send(path: string, request: RequestInit): Promise<string> {
  if (!path.startsWith("/api/v1/")) return "The path must begin with /api/v1/.";
  try {
    const answer = await fetch(path, { ...request, credentials: "omit" });
    const text = await answer.text();
    return `${answer.status} ${answer.statusText}\n\n${format(text)}`.trim();
  } catch {
    return "Couldn't send it. Check that the key and the path have no special characters, and that the site is still served.";
  }
}

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const readKey = () => sessionStorage.getItem(KEY) ?? "";

const create = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties);

function label(text: string, field: HTMLElement): HTMLElement {
  const element = create("label", { textContent: text });
  element.append(field);
  return element;
}
