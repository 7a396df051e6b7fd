/** A decoded form. All values are text. Lists are objects with the keys 0, 1, 2… */
export interface FormTree {
  [key: string]: FormTree | string;
}

/**
 * Decodes a form such as `a[b][0]=x&c[]=y`. Trees have no prototype, so `metadata[__proto__]` is an ordinary key.
 */
export function decodeForm(text: string): FormTree {
  const root = emptyTree();
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = "", ...rest] = name.split("[");
    const path = [head, ...rest.map((part) => part.replace(/\]$/, ""))];
    setAtPath(root, path, value);
  }
  return root;
}

function setAtPath(tree: FormTree, path: string[], value: string): void {
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

/** Returns a path such as `["items", 0, "price"]` as Stripe spells it: `items[0][price]`. */
export function toBracketedName(path: readonly PropertyKey[]): string {
  const [head, ...rest] = path.map(String);
  return (head ?? "") + rest.map((part) => `[${part}]`).join("");
}
