import { DurableObject } from "cloudflare:workers";

/** Counts the shops of a day, so that nobody can make the demo expensive. */
export class DemoGate extends DurableObject<unknown> {
  /** Returns whether one more shop may begin today. */
  async take(day: string, limit: number): Promise<boolean> {
    const counted = (await this.ctx.storage.get<{ day: string; count: number }>("today")) ?? {
      day,
      count: 0,
    };
    const count = counted.day === day ? counted.count + 1 : 1;
    if (count > limit) return false;
    await this.ctx.storage.put("today", { day, count });
    return true;
  }
}
