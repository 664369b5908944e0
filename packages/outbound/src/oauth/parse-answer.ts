import { hasTooManyShapes } from '@workflow/workflow-model';

/** The limits of an answer. Those of authorization servers have some dozen names. */
const LIMITS = { shapes: 10_000, containers: 10_000, uncounted: 65_536 };

/** Parses the JSON of an answer. Returns null for a text that is no object and no list, or that is costly to parse. */
export function parseAnswer(text: string): object | null {
  if (hasTooManyShapes(text, LIMITS)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
