import { hasTooManyShapes, StepFailure, TOO_MANY_SHAPES, type Json, type JsonObject } from '@workflow/workflow-model';
import { RESULT, sandboxFailure, type SandboxLimits, type WorkHeader } from '../sandbox/sandbox-protocol.ts';
import { PartReader, partsOf, type WorkPart } from '../sandbox/work-parts.ts';
import { lockDown } from './lock-down.ts';

/** Code of ours that runs over data of others, which may be large or made to harm. @throws StepFailure */
export type Work = (values: JsonObject) => Json | Promise<Json>;

/**
 * Makes this process one that serves works, one at a time. Whoever started it ends it when a work takes too long.
 * @param works by name
 */
export function serveWorks(works: Readonly<Record<string, Work>>): void {
  lockDown();
  let asked: { header: WorkHeader; parts: PartReader } | null = null;
  process.on('message', (message: WorkHeader | WorkPart | { end: true }) => {
    if ('work' in message) asked = { header: message, parts: new PartReader() };
    else if (!('end' in message)) asked?.parts.add(message);
    else if (asked !== null) {
      const { header, parts } = asked;
      asked = null;
      void answer(works, header, parts.values()).then((answers) => {
        for (const one of answers) process.send?.(one);
      });
    }
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

async function answer(
  works: Readonly<Record<string, Work>>,
  { work, limits }: WorkHeader,
  values: JsonObject,
): Promise<object[]> {
  try {
    const run = Object.hasOwn(works, work) ? works[work] : undefined;
    if (run === undefined) return [sandboxFailure('SANDBOX_FAILED', `there is no work ${work}`)];
    return written(await run(values), limits);
  } catch (error) {
    if (error instanceof StepFailure) return [sandboxFailure(error.code as never, error.message)];
    // A stack overflow, as a deeply nested value causes, may have left something half done.
    if (error instanceof RangeError)
      return [{ ...sandboxFailure('DATA_LIMIT', 'the data is nested too deeply, or too large'), spoilt: true }];
    return [{ ...sandboxFailure('SANDBOX_FAILED', `${work} failed`), spoilt: true }];
  }
}

function written(value: Json, { maxResultBytes }: SandboxLimits): object[] {
  const parts: WorkPart[] = [];
  const texts: string[] = [];
  let bytes = 0;
  for (const part of partsOf({ [RESULT]: value })) {
    const text = 'text' in part ? part.text : 'list' in part ? part.list : part.json;
    bytes += Buffer.byteLength(text);
    if (bytes > maxResultBytes)
      return [sandboxFailure('OUTPUT_TOO_LARGE', `the result has more than ${maxResultBytes} bytes`)];
    parts.push(part);
    if (!('text' in part)) texts.push(text);
  }
  if (hasTooManyShapes(texts.join(','))) return [sandboxFailure('OUTPUT_TOO_LARGE', `the result ${TOO_MANY_SHAPES}`)];
  return [...parts, { end: true }];
}
