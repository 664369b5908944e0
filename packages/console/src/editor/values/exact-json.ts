import { inexactInteger, type Json } from '@workflow/workflow-model';

interface ReviverContext {
  /** The text of a number (ECMAScript, JSON.parse source text access). */
  source?: string;
}

/** Newer than the types; browsers that give the source of a number have it. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

/**
 * The digits of the first integer in a JSON text that parsing would change; null when there is none.
 * @throws SyntaxError when it is not JSON
 */
export function changedInteger(text: string): string | null {
  let found: string | null = null;
  readNumbers(text, (source, value) => {
    found ??= source;
    return value;
  });
  return found;
}

/**
 * Parses JSON so that `JSON.stringify` writes every number with the digits it has.
 * @throws SyntaxError when it is not JSON
 */
export function parseKeepingDigits(text: string): Json {
  return readNumbers(text, (source, value) => rawJSON?.(source) ?? value) as Json;
}

/** Parses JSON; `read` gives the integers that a number cannot hold exactly. */
function readNumbers(text: string, read: (source: string, value: number) => unknown): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' && context?.source !== undefined && inexactInteger(context.source) !== null
      ? read(context.source, value)
      : value,
  );
}
