import { consolePaths } from "../frame/console-paths.ts";

/** Returns the console's page of the object that an event is about; null if it has none. */
export function getObjectPath(event: {
  type: string;
  objectId: string;
  userId: string | null;
}): string | null {
  const { objectId, userId } = event;
  switch (event.type.split(".")[0]) {
    case "customer":
      return consolePaths.customer(objectId);
    case "order":
      return consolePaths.order(objectId);
    case "subscription":
      return consolePaths.subscription(objectId);
    case "statement":
      return consolePaths.statement(objectId);
    case "license":
      return consolePaths.license(objectId);
    case "product":
      return consolePaths.product(objectId);
    // A gift and an entitlement are on the page of their customer.
    case "gift":
    case "entitlement":
      return userId === null ? null : consolePaths.customer(userId);
    default:
      return null;
  }
}
