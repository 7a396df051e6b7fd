/** Identifies our comment among the bot's comments. */
const COMMENT_MARKER = "<!-- gatehouse-preview -->";

type PullRequest = { number: number };
type Comment = { id: number; body?: string; user: { type: string } | null };

/** GitHub's REST API for one repository: `request("GET", "/pulls?state=open")`. */
export type GitHubClient = {
  owner: string;
  request<Body>(method: "GET" | "POST" | "PATCH", path: string, body?: object): Promise<Body>;
};

/**
 * Creates a client for the repository that a workflow runs in.
 * @throws Error outside GitHub Actions, or without a token
 */
export function createGitHubClient(env: Record<string, string | undefined>): GitHubClient {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = env;
  if (!api || !repository || !token)
    throw new Error("GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_TOKEN are required");
  return {
    owner: repository.split("/")[0] ?? "",
    async request(method, path, body) {
      const response = await fetch(`${api}/repos/${repository}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok)
        throw new Error(`GitHub responded with ${response.status} to ${method} ${path}`);
      return response.json();
    },
  };
}

/** Posts the preview's URL on the branch's open pull request, or updates the existing comment. */
export async function commentOnPullRequest(
  github: GitHubClient,
  preview: { branch: string; url: string },
): Promise<void> {
  const head = encodeURIComponent(`${github.owner}:${preview.branch}`);
  const [pull] = await github.request<PullRequest[]>("GET", `/pulls?state=open&head=${head}`);
  if (!pull) return;
  const body = `${COMMENT_MARKER}\nPreview of this branch, with its own database: ${preview.url}`;
  const comments = await github.request<Comment[]>(
    "GET",
    `/issues/${pull.number}/comments?per_page=100`,
  );
  const existingComment = comments.find(
    (comment) => comment.user?.type === "Bot" && comment.body?.startsWith(COMMENT_MARKER),
  );
  if (!existingComment) await github.request("POST", `/issues/${pull.number}/comments`, { body });
  else if (existingComment.body !== body)
    await github.request("PATCH", `/issues/comments/${existingComment.id}`, { body });
}
