import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findViolations } from "./page-checks.ts";
import { expectHeading, newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

const browser = useBrowser();

let folder: string;

let owner: HttpSession;
let page: Page;
/** Somebody who has bought what the files and pages are part of. */
let buyer: HttpSession;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "goods-"));
  buyer = await signIn(inject("shopUrl"), newGuest());
  const { returnPath } = await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  const id = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await buyer.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
  owner = await signIn(inject("shopUrl"), "owner");
  page = await browser.open("about:blank");
  await page.context().addCookies(owner.cookies());
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** What a download benefit's files are, for the owner. */
async function filesOf(name: string) {
  const goods = (await (await owner.fetch("/api/admin/benefits/goods?type=download")).json()) as {
    goods: { id: string; name: string }[];
  };
  const benefitId = goods.goods.find((good) => good.name === name)!.id;
  const { files } = (await (
    await owner.fetch(`/api/admin/files?benefitId=${benefitId}`)
  ).json()) as {
    files: { id: string; name: string; versions: { id: string; sha256: string }[] }[];
  };
  return { benefitId, files };
}

async function download(versionId: string): Promise<Uint8Array> {
  const link = await buyer.fetch(`/api/me/downloads/${versionId}/links`, { method: "POST" });
  const { url } = (await link.json()) as { url: string };
  return new Uint8Array(await (await buyer.fetch(url)).arrayBuffer());
}

/** Opens the files of the recordings. */
async function openFiles() {
  const { benefitId } = await filesOf("Companion recordings");
  await page.goto(`/admin/files?benefit=${benefitId}`);
  await page.getByRole("heading", { name: "Companion recordings" }).waitFor();
}

/** From a folder, so that it has the same date each time it is chosen. */
async function choose(button: string | RegExp, file: { name: string; bytes: Uint8Array }) {
  const path = join(folder, file.name);
  await writeFile(path, file.bytes, { flag: "wx" }).catch(() => undefined);
  const choosing = page.waitForEvent("filechooser");
  await press(button);
  await (await choosing).setFiles(path);
}

describe("files", () => {
  const small = { name: "Loops.bin", bytes: randomBytes(3_000_000) };

  it("a file of some MB is uploaded, and a buyer downloads the same bytes", async () => {
    await openFiles();
    await choose("Choose files", small);
    await page.getByText("uploaded").waitFor();
    const hash = hashOf(small.bytes);
    expect(await page.locator(`code[title="${hash}"]`).count()).toBeGreaterThan(0);
    const { files } = await filesOf("Companion recordings");
    const [version] = files.find(({ name }) => name === "Loops")!.versions;
    expect(hashOf(await download(version!.id))).toBe(hash);
    expect(await findViolations(page)).toEqual([]);
  });

  it("goes on from the parts that are there, after the connection was lost and after a reload", async () => {
    const large = { name: "Session.bin", bytes: randomBytes(20_000_000) };
    const sent: string[] = [];
    let isOffline = true;
    await page.route("**/parts/*", (route) => {
      const part = new URL(route.request().url()).pathname.split("/").at(-1)!;
      if (part !== "1" && isOffline) return route.abort("internetdisconnected");
      sent.push(part);
      return route.continue();
    });
    await choose("Choose files", large);
    await page.getByText(/the connection is gone/).waitFor();
    await page.waitForFunction(() => {
      const bar = document.querySelector<HTMLProgressElement>("progress");
      return bar !== null && bar.value >= 8 * 1024 * 1024;
    });
    // The browser asks before a tab with an upload is left; a person says yes.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/Choose Session.bin again and it goes on/).waitFor();
    isOffline = false;
    await choose(/Choose the file.*Session/, large);
    await page.getByText("uploaded").waitFor({ timeout: 20_000 });
    await page.unroute("**/parts/*");
    const { files } = await filesOf("Companion recordings");
    const [version] = files.find(({ name }) => name === "Session")!.versions;
    expect(version!.sha256).toBe(hashOf(large.bytes));
    expect(sent.filter((part) => part === "1")).toHaveLength(1);
  });

  it("an upload goes on while another page of the console is shown", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/parts/*", async (route) => {
      await held;
      await route.continue();
    });
    await press(/New version of Loops/);
    await page.getByRole("textbox", { name: "Version" }).fill("2.0");
    await choose("Choose the file", { name: "Loops-2.bin", bytes: randomBytes(1000) });
    await page.getByRole("progressbar", { name: "Upload of Loops-2.bin" }).waitFor();
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await expectHeading(page, "Pages");
    release();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page
      .getByRole("combobox", { name: "Download" })
      .selectOption("Companion recordings (The Field Handbook)");
    await openedFile("Loops")
      .getByText(/^2\.0 ·/)
      .waitFor();
    await page.unroute("**/parts/*");
  });

  it("files are put in order by keyboard, renamed, and archived after what that does was said", async () => {
    await openFiles();
    await page.getByRole("button", { name: "Move Session up" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(async () =>
        (await filesOf("Companion recordings")).files.map(({ name }) => name).slice(-2),
      )
      .toEqual(["Session", "Loops"]);
    await press("Rename Session");
    await page.getByRole("textbox", { name: "Name" }).fill("The whole session");
    await press(/^Rename$/);
    await openedFile("The whole session").waitFor();
    await press("Archive Loops");
    await page
      .getByRole("dialog")
      .getByText(/Nobody can download it/)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await page
      .getByRole("region", { name: "Archived" })
      .getByRole("heading", { name: "Loops" })
      .waitFor();
  });

  const openedFile = (name: string) => page.getByRole("listitem", { name, exact: true });
});

describe("pages", () => {
  const slug = `shingle-${Date.now()}`;

  it("is written with a preview beside it, saved by keyboard, published, and read by who has it", async () => {
    await page.goto("/admin/pages");
    await page.getByRole("link", { name: "Errata, kept current" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "New page" }).click();
    await page.getByLabel("Title").fill("Shingle");
    await page.getByLabel("Address").fill("handbook-errata");
    await press("Write it");
    await page.getByText("another page has this address").waitFor();
    await page.getByLabel("Address").fill(slug);
    await press("Write it");
    await expectHeading(page, "Shingle");
    await page.getByLabel("Page", { exact: true }).fill("It **rolls**.");
    await page.getByRole("region", { name: "Preview of the page" }).getByText("rolls").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Control+s");
    await page.getByText("Saved.").waitFor();
    await page.getByRole("checkbox", { name: /Errata and field notes/ }).check();
    await press("Publish");
    await page.getByRole("link", { name: "See the page" }).waitFor();
    const read = (await (await buyer.fetch(`/api/me/pages/${slug}`)).json()) as {
      access: string;
      bodyHtml: string;
    };
    expect(read).toMatchObject({ access: "open" });
    expect(read.bodyHtml).toContain("<strong>rolls</strong>");
  });

  it("keeps what was typed when somebody else has saved, and shows what they did", async () => {
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const path = `/api/admin/pages/${id}`;
    const source = (await (await owner.fetch(path)).json()) as Record<string, unknown>;
    const { title, excerpt, updatedAt } = source;
    await page.getByLabel("Page", { exact: true }).fill("Mine.");
    await owner.fetch(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ slug, title, excerpt, updatedAt, body: "Theirs." }),
    });
    await page.keyboard.press("Control+s");
    await page.getByText("Somebody else saved this page").waitFor();
    await page.getByText("What they saved").click();
    await page.getByText("Theirs.").waitFor();
    expect(await page.getByLabel("Page", { exact: true }).inputValue()).toBe("Mine.");
    await press("Go on with mine");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved.").waitFor();
    const after = (await (await owner.fetch(path)).json()) as { body: string };
    expect(after.body).toBe("Mine.");
  });

  it("what was typed and not saved is offered back after a crash", async () => {
    await page.getByLabel("Page", { exact: true }).fill("Half a sen");
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((name) => localStorage.getItem(name)?.includes("Half a sen")),
    );
    const { url } = { url: page.url() };
    const second = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    page = second;
    await page.goto(url);
    await page.getByText("There is text of yours that was not saved.").waitFor();
    await press("Take it up");
    expect(await page.getByLabel("Page", { exact: true }).inputValue()).toBe("Half a sen");
    await press("Discard changes");
  });
});

describe("licenses", () => {
  const key = `OLD-${Date.now()}-ABCD`;

  it("keys are imported after what would happen was shown, and one is found and disabled", async () => {
    await page.goto("/admin/licenses");
    await page.getByRole("table", { name: "Licenses" }).getByRole("link").first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Import keys" }).click();
    await page.getByLabel("Keys, as CSV").fill(`key,licensee\n${key},Ann Other\nshort,`);
    await press("Look through them");
    await page.getByText("1 key would be imported, 1 line refused.").waitFor();
    await page.getByText("key: at least 8 letters and digits").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await press("Import 1 key");
    await page.getByRole("link", { name: "See the keys" }).click();
    await page.getByRole("searchbox").fill(key.toLowerCase());
    await page.getByRole("link", { name: key }).click();
    await expectHeading(page, key);
    await press("Disable");
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const answer = await fetch(`${inject("shopUrl")}/api/v1/licenses/validate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key }),
    });
    expect(await answer.json()).toMatchObject({ valid: false, code: "DISABLED" });
  });
});
