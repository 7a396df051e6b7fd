import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { expectHeading, followLink, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

let uploadFolder: string;

let owner: HttpSession;
let page: Page;
/** A user who bought the product that includes the files and pages. */
let user: HttpSession;

beforeAll(async () => {
  uploadFolder = await mkdtemp(join(tmpdir(), "uploads-"));
  user = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(user, "field-handbook");
  owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

afterAll(() => rm(uploadFolder, { recursive: true }));

const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const getSha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Returns the files of the download benefit `name`, as the owner. */
async function getFiles(name: string) {
  const { benefits } = (await (
    await owner.fetch("/api/admin/benefits/deliverable?type=download")
  ).json()) as {
    benefits: { id: string; name: string }[];
  };
  const benefitId = benefits.find((benefit) => benefit.name === name)!.id;
  const { files } = (await (
    await owner.fetch(`/api/admin/files?benefitId=${benefitId}`)
  ).json()) as {
    files: { id: string; name: string; versions: { id: string; sha256: string }[] }[];
  };
  return { benefitId, files };
}

async function downloadVersion(versionId: string): Promise<Uint8Array> {
  const link = await user.fetch(`/api/me/downloads/${versionId}/links`, { method: "POST" });
  const { url } = (await link.json()) as { url: string };
  return new Uint8Array(await (await user.fetch(url)).arrayBuffer());
}

/** Opens the console's file list of the companion recordings. */
async function openFiles() {
  const { benefitId } = await getFiles("Companion recordings");
  await followLink(page, `/admin/files?benefit=${benefitId}`);
  await page.getByRole("heading", { name: "Companion recordings" }).waitFor();
}

/** Chooses a file from disk. It is written only once, so its modification date never changes. */
async function chooseFile(button: string | RegExp, file: { name: string; bytes: Uint8Array }) {
  const path = join(uploadFolder, file.name);
  await writeFile(path, file.bytes, { flag: "wx" }).catch(() => undefined);
  const choosing = page.waitForEvent("filechooser");
  await press(button);
  await (await choosing).setFiles(path);
}

describe("files", () => {
  const small = { name: "Loops.bin", bytes: randomBytes(300_000) };

  it("a user downloads the same bytes that the owner uploaded", async () => {
    await openFiles();
    await chooseFile("Choose files", small);
    await page.getByText(/· Uploaded$/).waitFor();
    const hash = getSha256(small.bytes);
    expect(await page.locator(`code[title="${hash}"]`).count()).toBeGreaterThan(0);
    const { files } = await getFiles("Companion recordings");
    const [version] = files.find(({ name }) => name === "Loops")!.versions;
    expect(getSha256(await downloadVersion(version!.id))).toBe(hash);
  });

  it("an upload resumes from the parts already sent after a lost connection and a reload", async () => {
    // Two parts: the first of 8 MiB, and the rest.
    const large = { name: "Session.bin", bytes: randomBytes(9_000_000) };
    let sentFirst = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/parts/1")) sentFirst++;
    });
    // Only the second part is intercepted: the first one would go through this process.
    await intercept(page, "**/parts/2", (route) => route.abort("internetdisconnected"));
    await chooseFile("Choose files", large);
    await page.getByText(/· Connection lost/).waitFor();
    await page.waitForFunction(() => {
      const bar = document.querySelector<HTMLProgressElement>("progress");
      return bar !== null && bar.value >= 8 * 1024 * 1024;
    });
    // The browser asks for confirmation before it leaves a page with an upload; accept it.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/Choose Session.bin again to resume/).waitFor();
    await page.unroute("**/parts/2");
    await chooseFile(/^Choose file Session/, large);
    await page.getByText(/· Uploaded$/).waitFor();
    const { files } = await getFiles("Companion recordings");
    const [version] = files.find(({ name }) => name === "Session")!.versions;
    expect(version!.sha256).toBe(getSha256(large.bytes));
    expect(sentFirst).toBe(1);
  });

  it("an upload continues while the owner opens another console page", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await intercept(page, "**/parts/*", async (route) => {
      await released;
      await route.continue();
    });
    await press(/New version of Loops/);
    await page.getByRole("textbox", { name: "Version" }).fill("2.0");
    await chooseFile(/^Choose file$/, { name: "Loops-2.bin", bytes: randomBytes(1000) });
    await page.getByRole("progressbar", { name: "Upload of Loops-2.bin" }).waitFor();
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await expectHeading(page, "Pages");
    release();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await page
      .getByRole("combobox", { name: "Download" })
      .selectOption("Companion recordings (The Field Handbook)");
    await fileRow("Loops")
      .getByText(/^2\.0 ·/)
      .waitFor();
    await page.unroute("**/parts/*");
  });

  it("files can be renamed, and archived after a confirmation", async () => {
    await openFiles();
    await press("Rename Session");
    await page.getByRole("textbox", { name: "Name" }).fill("The whole session");
    await press(/^Rename$/);
    await fileRow("The whole session").waitFor();
    await press("Archive Loops");
    await page
      .getByRole("dialog")
      .getByText(/Nobody will be able to download this file/)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await page
      .getByRole("region", { name: "Archived" })
      .getByRole("heading", { name: "Loops" })
      .waitFor();
    const { files } = await getFiles("Companion recordings");
    expect(files.map(({ name }) => name)).toContain("The whole session");
  });

  const fileRow = (name: string) => page.getByRole("listitem", { name, exact: true });
});

describe("pages", () => {
  const slug = `shingle-${Date.now()}`;

  it("a page can be written with a preview, saved by keyboard, published, and read by a user", async () => {
    await followLink(page, "/admin/pages");
    await page.getByRole("link", { name: "New page" }).click();
    await page.getByLabel("Title").fill("Shingle");
    await page.getByLabel("URL").fill("handbook-errata");
    await press("Create page");
    await page.getByText("Another page uses this URL, or used it before.").waitFor();
    await page.getByLabel("URL").fill(slug);
    await press("Create page");
    await expectHeading(page, "Shingle");
    await page.getByLabel("Content", { exact: true }).fill("It **rolls**.");
    await page.getByRole("region", { name: "Content preview" }).getByText("rolls").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("Saved.").waitFor();
    await page.getByRole("checkbox", { name: /Errata and field notes/ }).check();
    const preview = await openPreview();
    await preview.getByText("rolls").waitFor();
    await preview.getByText("Part of").waitFor();
    await preview.getByRole("button", { name: "Without access" }).click();
    await preview.getByText(/^The rest of this page is included in/).waitFor();
    await expectGoodPreview(preview);
    await press("Publish");
    await page.getByRole("link", { name: "View page" }).waitFor();
    const read = (await (await user.fetch(`/api/me/pages/${slug}`)).json()) as {
      access: string;
      bodyHtml: string;
    };
    expect(read).toMatchObject({ access: "open" });
    expect(read.bodyHtml).toContain("<strong>rolls</strong>");
  });

  /** Opens the preview of what the editor shows, in a tab of its own. */
  async function openPreview(): Promise<Page> {
    const popup = page.waitForEvent("popup");
    await page.getByRole("link", { name: /^Preview/ }).click();
    return popup;
  }

  /** Expects a readable preview, also on a phone. */
  async function expectGoodPreview(preview: Page): Promise<void> {
    await preview.getByText("Only your team can open this page.").waitFor();
    await preview.getByRole("link", { name: "Edit" }).waitFor();
    await preview.setViewportSize({ width: 390, height: 860 });
    expect(await findAccessibilityViolations(preview)).toEqual([]);
    await saveScreenshots(preview, `preview ${await preview.title()}`);
  }

  it("a conflicting save by another member keeps the unsaved text and shows the other version", async () => {
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const path = `/api/admin/pages/${id}`;
    const source = (await (await owner.fetch(path)).json()) as Record<string, unknown>;
    const { title, excerpt, updatedAt } = source;
    await page.getByLabel("Content", { exact: true }).fill("Mine.");
    await owner.fetch(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ slug, title, excerpt, updatedAt, body: "Theirs." }),
    });
    await page.keyboard.press("Control+s");
    // In the save bar, which is in view, and with the focus.
    const notice = page.getByRole("alert").filter({ hasText: "while you were editing" });
    await notice.getByText("You both changed “Content”. Which one stays?").waitFor();
    await notice.getByText("Theirs.").waitFor();
    const { y, height } = (await notice.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(
      await notice.evaluate((element) => element.parentElement === document.activeElement),
    ).toBe(true);
    expect(await page.getByLabel("Content", { exact: true }).inputValue()).toBe("Mine.");
    await press("Load other changes");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved.").waitFor();
    const after = (await (await owner.fetch(path)).json()) as { body: string };
    expect(after.body).toBe("Mine.");
  });

  it("unsaved text can be restored after a crash", async () => {
    await page.getByLabel("Content", { exact: true }).fill("Half a sen");
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((name) => localStorage.getItem(name)?.includes("Half a sen")),
    );
    const url = page.url();
    const newPage = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    page = newPage;
    await page.goto(url);
    await page.getByText("You have unsaved text from an earlier visit.").waitFor();
    await press("Restore");
    expect(await page.getByLabel("Content", { exact: true }).inputValue()).toBe("Half a sen");
    await press("Discard changes");
  });

  it("a visitor reads a page whole once the owner has made it free", async () => {
    await page.getByRole("checkbox", { name: "Anyone can read this page" }).check();
    await press("Save");
    await page.getByText("Published. Anyone can read it.").waitFor();
    const visitor = await browser.open(`/read/${slug}`, { width: 390 });
    await visitor.getByText("Mine.").waitFor();
    expect(await findAccessibilityViolations(visitor)).toEqual([]);
    await followLink(page, `/admin/pages?search=${slug}`);
    await page.getByRole("cell", { name: "Free, Errata and field notes" }).waitFor();
  });
});

describe("licenses", () => {
  const key = `OLD-${Date.now()}-ABCD`;

  it("keys can be imported after a preview, and an imported key can be found and disabled", async () => {
    await followLink(page, "/admin/licenses");
    await page.getByRole("link", { name: "Import keys" }).click();
    await page.getByLabel("Keys (CSV)").fill(`key,licensee\n${key},Ann Other\nshort,`);
    await press("Preview import");
    await page.getByText("1 key will be imported. 1 line is rejected.").waitFor();
    await page.getByText("key must have at least 8 letters and digits.").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await press("Import 1 key");
    await page.getByRole("link", { name: "View keys" }).click();
    await page.getByRole("searchbox").fill(key.toLowerCase());
    await page.getByText("License keys: 1 result").waitFor();
    await page.getByRole("link", { name: key }).click();
    await expectHeading(page, key);
    await press("Disable");
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).waitFor();
    const response = await fetch(`${shopUrl()}/api/v1/licenses/validate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key }),
    });
    expect(await response.json()).toMatchObject({ valid: false, code: "DISABLED" });
  });
});
