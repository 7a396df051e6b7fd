/** The shop's Worker as it is built for a deployment. The bundle of the demo imports its file. */
declare module "gatehouse:shop" {
  const shop: {
    fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response>;
    queue(batch: MessageBatch<unknown>, env: Env, execution: ExecutionContext): Promise<void>;
    scheduled(
      controller: { cron: string; scheduledTime: number },
      env: Env,
      execution: ExecutionContext,
    ): Promise<void>;
  };
  export default shop;
}
