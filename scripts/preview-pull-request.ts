/** Finds our comment again among those of the same bot. */
const MARK = "<!-- gatehouse-preview -->";

type Pull = { number: number };
type Comment = { id: number; body?: string; user: { type: string } | null };

/** GitHub's REST API for one repository: `call("GET", "/pulls?state=open")`. */
export type GitHub = {
  owner: string;
  call<Answer>(method: "GET" | "POST" | "PATCH", path: string, body?: object): Promise<Answer>;
};

/**
 * The repository a workflow runs for.
 * @throws Error outside of GitHub Actions, or without a token
 */
export function openGitHub(env: Record<string, string | undefined>): GitHub {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = env;
  if (!api || !repository || !token)
    throw new Error("GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_TOKEN are needed");
  return {
    owner: repository.split("/")[0] ?? "",
    async call(method, path, body) {
      const response = await fetch(`${api}/repos/${repository}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path}`);
      return response.json();
    },
  };
}

/** Writes the preview's address on the branch's open pull request, into the comment it wrote before if there is one. */
export async function commentOnPullRequest(
  github: GitHub,
  preview: { branch: string; url: string },
): Promise<void> {
  const head = encodeURIComponent(`${github.owner}:${preview.branch}`);
  const [pull] = await github.call<Pull[]>("GET", `/pulls?state=open&head=${head}`);
  if (!pull) return;
  const body = `${MARK}\nThe preview of this branch, with a shop and a database of its own: ${preview.url}`;
  const comments = await github.call<Comment[]>(
    "GET",
    `/issues/${pull.number}/comments?per_page=100`,
  );
  const ours = comments.find(
    (comment) => comment.user?.type === "Bot" && comment.body?.startsWith(MARK),
  );
  if (!ours) await github.call("POST", `/issues/${pull.number}/comments`, { body });
  else if (ours.body !== body) await github.call("PATCH", `/issues/comments/${ours.id}`, { body });
}
