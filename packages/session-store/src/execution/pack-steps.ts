import type { StepText } from './write-out.ts';

/** PostgreSQL compresses the values of a row beyond 2 kB, or moves them out of it. */
const MAX_PACKED_CHARACTERS = 1_024;

/** Matches ports that can be packed. The port of a `switch` may have any name. */
const PLAIN_PORT = /^[ -~]*$/;

/**
 * Returns steps in the form for their session's row (`steps/packed-steps.ts`), or null if each of them needs a separate
 * row.
 */
export function packSteps(steps: readonly StepText[]): string | null {
  const packed: string[] = [];
  let characters = 0;
  for (const { step, input, output, sealed } of steps) {
    const { componentId, iteration, attempt, status, port, error, startedAt, finishedAt } = step;
    const isPlain = status === 'SUCCEEDED' && attempt === 1 && iteration === 0 && error === null && sealed === null;
    if (!isPlain || finishedAt === null || !PLAIN_PORT.test(port ?? '')) return null;
    const tookMs = finishedAt.getTime() - startedAt.getTime();
    const place = `"${componentId}",${JSON.stringify(port)},${startedAt.getTime()},${tookMs}`;
    const element = `${place},${input.text ?? 'null'},${output.text ?? 'null'}`;
    characters += element.length;
    if (characters > MAX_PACKED_CHARACTERS) return null;
    packed.push(element);
  }
  return packed.length === 0 ? null : `[${packed.join(',')}]`;
}
