import { hasTooManyShapes } from '@workflow/component-kit/run';

const LIMITS = { shapes: 20_000, containers: 100_000, uncounted: 65_536 };

/** The limits of JSON that a model writes. */
export const COSTLY_JSON = `more than ${LIMITS.shapes} names, or ${LIMITS.containers} lists and objects`;

/**
 * Returns true for JSON of a model that is costly to parse. It is a text within the answer of the server, whose own
 * limits do not count the values in it.
 */
export function isCostlyJson(text: string): boolean {
  return hasTooManyShapes(text, LIMITS);
}
