import { JsonShapes, StepFailure, TOO_MANY_SHAPES, type Json, type JsonObject } from '@workflow/workflow-model';
import { RESULT, sandboxFailure, type SandboxLimits, type WorkHeader } from '../pool/sandbox-protocol.ts';
import { PartReader, partsOf, type WorkPart } from '../pool/work-parts.ts';
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
      void answer(works, header, parts.values());
    }
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

async function answer(
  works: Readonly<Record<string, Work>>,
  { work, limits }: WorkHeader,
  values: JsonObject,
): Promise<void> {
  try {
    const run = Object.hasOwn(works, work) ? works[work] : undefined;
    if (run === undefined) throw new StepFailure('SANDBOX_FAILED', `there is no work ${work}`);
    await sendResult(await run(values), limits);
    await send({ end: true });
  } catch (error) {
    await send(failureOf(work, error));
  }
}

function failureOf(work: string, error: unknown): object {
  if (error instanceof StepFailure) return sandboxFailure(error.code as never, error.message);
  // A stack overflow, as a deeply nested value causes, may have left something half done.
  if (error instanceof RangeError)
    return { ...sandboxFailure('DATA_LIMIT', 'the data is nested too deeply, or too large'), spoilt: true };
  return { ...sandboxFailure('SANDBOX_FAILED', `${work} failed`), spoilt: true };
}

/** Whoever asked reads a part while the next is written. @throws StepFailure OUTPUT_TOO_LARGE, perhaps after parts */
async function sendResult(value: Json, { maxResultBytes }: SandboxLimits): Promise<void> {
  const shapes = new JsonShapes();
  let bytes = 0;
  for (const part of partsOf({ [RESULT]: value })) {
    const text = 'text' in part ? part.text : 'list' in part ? part.list : part.json;
    bytes += Buffer.byteLength(text);
    if (bytes > maxResultBytes)
      throw new StepFailure('OUTPUT_TOO_LARGE', `the result has more than ${maxResultBytes} bytes`);
    if (!('text' in part) && shapes.add(text))
      throw new StepFailure('OUTPUT_TOO_LARGE', `the result ${TOO_MANY_SHAPES}`);
    await send(part);
  }
}

/** Resolves when the message is on its way, or the process that asked is gone. */
function send(message: object): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
