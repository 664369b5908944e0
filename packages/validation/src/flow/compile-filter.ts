import { sensitivityOf } from '@workflow/components/descriptors';
import { isTruthy, type Component, type Definition, type Json, type JsonObject } from '@workflow/workflow-model';
import { compileBounded } from './compile-bounded.ts';

/** The result of a filter. With a problem, the expression could not decide, and the delivery passes. */
export interface Filtered {
  passes: boolean;
  problem: string | null;
}

/** Decides if a received request starts a session. Never rejects. */
export type DeliveryFilter = (request: JsonObject) => Promise<Filtered>;

const NAME = 'config.filter';

/**
 * Compiles the filter of a component that receives requests. Returns null if it has none. A request passes if the
 * result is true by `$boolean`, and also if the expression fails or would read too much. The problem contains no value
 * of a request with sensitive fields.
 */
export function compileFilter(definition: Definition, { config, output }: Component): DeliveryFilter | null {
  const { filter } = config;
  if (typeof filter !== 'string') return null;
  const evaluate = compileBounded(filter, NAME);
  const isSensitive = output !== undefined && sensitivityOf(definition)?.sources.has(output) === true;
  return async (request) => {
    try {
      return { passes: isTruthy((await evaluate({ request })) as Json | undefined), problem: null };
    } catch (error) {
      return { passes: true, problem: isSensitive && isOfValues(error) ? FAILED : (error as Error).message };
    }
  };
}

const FAILED = `${NAME}: the expression failed. The message is hidden, because the request has sensitive fields`;

/** Returns true for a failure of the evaluation, whose message may contain values. */
function isOfValues(error: unknown): boolean {
  return (error as Error).cause !== undefined;
}
