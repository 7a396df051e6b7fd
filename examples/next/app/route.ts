/** `GET /`: free for everybody. */
export const GET = () => new Response("Everybody may read this.\n");
