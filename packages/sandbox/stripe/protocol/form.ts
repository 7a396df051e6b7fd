/** What a bracketed form decodes to: every leaf is text, lists are objects with the keys 0, 1, 2… */
export interface FormTree {
  [key: string]: FormTree | string;
}

/**
 * Decodes `a[b][0]=x&c[]=y`. Trees have no prototype, so `metadata[__proto__]` is a key like any other.
 */
export function decodeForm(text: string): FormTree {
  const root = emptyTree();
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = "", ...rest] = name.split("[");
    const path = [head, ...rest.map((part) => part.replace(/\]$/, ""))];
    put(root, path, value);
  }
  return root;
}

function put(tree: FormTree, path: string[], value: string): void {
  let node = tree;
  for (const [index, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(node).length) : part;
    if (index === path.length - 1) {
      node[key] = value;
      return;
    }
    const child = node[key];
    node = typeof child === "object" ? child : (node[key] = emptyTree());
  }
}

function emptyTree(): FormTree {
  return Object.create(null) as FormTree;
}

/** `["items", 0, "price"]` as Stripe spells it: `items[0][price]`. */
export function bracketed(path: readonly PropertyKey[]): string {
  const [head, ...rest] = path.map(String);
  return (head ?? "") + rest.map((part) => `[${part}]`).join("");
}
