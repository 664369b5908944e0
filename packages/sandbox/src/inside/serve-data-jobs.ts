import { JsonShapes, StepFailure, TOO_MANY_SHAPES, type Json, type JsonObject } from '@workflow/workflow-model';
import { RESULT, sandboxFailure, type SandboxLimits, type DataJobHeader } from '../pool/sandbox-protocol.ts';
import { PartReader, partsOf, type ValuePart } from '../pool/value-parts.ts';
import { lockDown } from './lock-down.ts';

/** A function of this repository that processes untrusted data, which may be large or malicious. @throws StepFailure */
export type DataJob = (values: JsonObject) => Json | Promise<Json>;

/**
 * Makes this process run data jobs, one at a time. The parent process ends it if a data job takes too long.
 * @param dataJobs the data jobs by name
 */
export function serveDataJobs(dataJobs: Readonly<Record<string, DataJob>>): void {
  lockDown();
  let asked: { header: DataJobHeader; parts: PartReader } | null = null;
  process.on('message', (message: DataJobHeader | ValuePart | { end: true }) => {
    if ('dataJob' in message) asked = { header: message, parts: new PartReader() };
    else if (!('end' in message)) asked?.parts.add(message);
    else if (asked !== null) {
      const { header, parts } = asked;
      asked = null;
      void answer(dataJobs, header, parts.values());
    }
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

async function answer(
  dataJobs: Readonly<Record<string, DataJob>>,
  { dataJob, limits }: DataJobHeader,
  values: JsonObject,
): Promise<void> {
  try {
    const run = Object.hasOwn(dataJobs, dataJob) ? dataJobs[dataJob] : undefined;
    if (run === undefined) throw new StepFailure('SANDBOX_FAILED', `There is no data job ${dataJob}`);
    await sendResult(await run(values), limits);
    await send({ end: true });
  } catch (error) {
    await send(failureOf(dataJob, error));
  }
}

function failureOf(dataJob: string, error: unknown): object {
  if (error instanceof StepFailure) return sandboxFailure(error.code as never, error.message);
  // A stack overflow, as with a deeply nested value, may have left the state of the process inconsistent.
  if (error instanceof RangeError)
    return { ...sandboxFailure('DATA_LIMIT', 'The data is nested too deeply, or too large'), isBroken: true };
  return { ...sandboxFailure('SANDBOX_FAILED', `${dataJob} failed`), isBroken: true };
}

/**
 * Sends the result in parts. The parent reads one part while the next is written.
 * @throws StepFailure OUTPUT_TOO_LARGE, perhaps after some parts were sent
 */
async function sendResult(value: Json, { maxResultBytes }: SandboxLimits): Promise<void> {
  const shapes = new JsonShapes();
  let bytes = 0;
  for (const part of partsOf({ [RESULT]: value })) {
    const text = 'text' in part ? part.text : 'list' in part ? part.list : part.json;
    bytes += Buffer.byteLength(text);
    if (bytes > maxResultBytes)
      throw new StepFailure('OUTPUT_TOO_LARGE', `The result has more than ${maxResultBytes} bytes`);
    if (!('text' in part) && shapes.add(text))
      throw new StepFailure('OUTPUT_TOO_LARGE', `The result ${TOO_MANY_SHAPES}`);
    await send(part);
  }
}

/** Resolves when the message was sent, or the parent process has ended. */
function send(message: object): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
