import {
  FlagNotFoundError,
  ProviderFatalError,
  StandardResolutionReasons,
  TargetingKeyMissingError,
  TypeMismatchError,
  type EvaluationContext,
  type JsonValue,
  type Logger,
  type Provider,
  type ResolutionDetails,
} from "@openfeature/server-sdk";
import type { CustomerRef, Entitlement, Gatehouse } from "./client.ts";
import { GatehouseError, GatehouseUnavailableError, toError } from "./errors.ts";

export type GatehouseProviderOptions = {
  shop: Gatehouse;
  /** Who is meant by an evaluation context. Default: `targetingKey` is the customer's id in the shop. */
  customer?: (context: EvaluationContext) => CustomerRef | null | undefined;
  /** How long the shop may take to answer, in milliseconds. Default: 2,000. */
  timeoutMs?: number;
};

/**
 * Answers OpenFeature's flags from the shop. A flag is a feature: as a boolean it says whether the customer may use it,
 * as a number it is the limit (0 without access, Infinity without limit), as an object it is the shop's whole answer.
 *
 * While the shop cannot be asked, OpenFeature uses the default value of the call. If the shop refuses the key, the
 * provider does not start, and a key that is refused later means no access, whatever the default value is. A flag that is
 * no feature of the shop is FLAG_NOT_FOUND.
 */
export class GatehouseProvider implements Provider {
  readonly metadata = { name: "gatehouse" };
  readonly runsOn = "server";
  readonly #options: GatehouseProviderOptions;

  constructor(options: GatehouseProviderOptions) {
    this.#options = options;
  }

  /** @throws ProviderFatalError if the shop refuses the key or the URL is not a shop's */
  async initialize(): Promise<void> {
    try {
      // Which features there are, a key with the scope of the check may ask.
      const { data, error, response } = await this.#options.shop.GET("/features");
      if (!Array.isArray(data?.data)) throw toError(response, error);
    } catch (error) {
      if (error instanceof GatehouseUnavailableError) return;
      throw new ProviderFatalError(error instanceof Error ? error.message : String(error));
    }
  }

  resolveBooleanEvaluation(
    flagKey: string,
    _default: boolean,
    context: EvaluationContext,
    logger: Logger,
  ): Promise<ResolutionDetails<boolean>> {
    return this.#resolve(flagKey, context, logger, false, ({ allowed }) => allowed);
  }

  resolveNumberEvaluation(
    flagKey: string,
    _default: number,
    context: EvaluationContext,
    logger: Logger,
  ): Promise<ResolutionDetails<number>> {
    return this.#resolve(flagKey, context, logger, 0, ({ allowed, limit }) =>
      allowed ? (limit ?? Infinity) : 0,
    );
  }

  resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    _default: T,
    context: EvaluationContext,
    logger: Logger,
  ): Promise<ResolutionDetails<T>> {
    const noAccess: JsonValue = { allowed: false };
    return this.#resolve(
      flagKey,
      context,
      logger,
      noAccess as T,
      (answer) => answer as unknown as T,
    );
  }

  async resolveStringEvaluation(): Promise<ResolutionDetails<string>> {
    throw new TypeMismatchError("A feature is a boolean, a number or an object, never a string");
  }

  async #resolve<T>(
    feature: string,
    context: EvaluationContext,
    logger: Logger,
    noAccess: T,
    read: (entitlement: Entitlement) => T,
  ): Promise<ResolutionDetails<T>> {
    const customer = (this.#options.customer ?? byTargetingKey)(context);
    if (!customer) throw new TargetingKeyMissingError("The context names no customer");
    const { shop, timeoutMs = 2_000 } = this.#options;
    try {
      const entitlement = await shop.check(feature, customer, { timeoutMs, retries: 0 });
      if (entitlement.reason === "feature_unknown")
        throw new FlagNotFoundError(`The shop has no feature "${feature}"`);
      return { value: read(entitlement), reason: StandardResolutionReasons.TARGETING_MATCH };
    } catch (error) {
      if (error instanceof GatehouseUnavailableError || !(error instanceof GatehouseError))
        throw error;
      logger.error(error.message);
      // With an error code, OpenFeature would replace the value by the default, which may give access.
      return {
        value: noAccess,
        reason: StandardResolutionReasons.ERROR,
        errorMessage: error.message,
      };
    }
  }
}

const byTargetingKey = ({ targetingKey }: EvaluationContext): CustomerRef | null =>
  targetingKey ? { customer: targetingKey } : null;
