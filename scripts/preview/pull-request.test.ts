import { expect, test } from "vitest";
import { commentOnPullRequest, type GitHubClient } from "./pull-request.ts";

type Comment = { id: number; body: string; user: { type: string } };

/** A repository with one open pull request, from `ann:feature/a b`. */
function fakeGitHub(comments: Comment[]) {
  const writes: string[] = [];
  const github = {
    owner: "ann",
    async request(method: string, path: string, body?: { body: string }) {
      if (method !== "GET") writes.push(`${method} ${path}`);
      if (path.startsWith("/pulls"))
        return path.endsWith("head=ann%3Afeature%2Fa%20b") ? [{ number: 7 }] : [];
      if (method === "GET") return comments;
      if (method === "POST" && body)
        comments.push({ id: 1, body: body.body, user: { type: "Bot" } });
      return {};
    },
  } as GitHubClient;
  return { github, writes };
}

const preview = { branch: "feature/a b", url: "https://x.workers.dev" };

test("the comment is created once, and updated only when the URL changes", async () => {
  const { github, writes } = fakeGitHub([]);
  await commentOnPullRequest(github, preview);
  await commentOnPullRequest(github, preview);
  await commentOnPullRequest(github, { ...preview, url: "https://y.workers.dev" });
  expect(writes).toEqual(["POST /issues/7/comments", "PATCH /issues/comments/1"]);
});

test("a user's comment is never updated, even if it contains our marker", async () => {
  const quoted = { id: 5, body: "<!-- gatehouse-preview -->", user: { type: "User" } };
  const { github, writes } = fakeGitHub([quoted]);
  await commentOnPullRequest(github, preview);
  expect(writes).toEqual(["POST /issues/7/comments"]);
});

test("a branch without a pull request gets no comment", async () => {
  const { github, writes } = fakeGitHub([]);
  await commentOnPullRequest(github, { ...preview, branch: "other" });
  expect(writes).toEqual([]);
});
