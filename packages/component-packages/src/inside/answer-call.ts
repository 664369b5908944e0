import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FRAME } from '../process/frames.ts';
import type { ComponentCall } from '../process/component-call.ts';
import { describePackage } from './describe-package.ts';
import { runContextOf } from './run-context.ts';

const MAX_MESSAGE_LENGTH = 2_000;

interface Answer {
  kind: typeof FRAME.result | typeof FRAME.failure;
  payload: string;
}

interface RunModule {
  runner?: { run?: (context: object) => unknown };
}

/** Answers one call. Never rejects: anything that the package throws becomes a failure. */
export async function answerCall(folder: string, payload: Buffer): Promise<Answer> {
  try {
    const call = JSON.parse(payload.toString()) as ComponentCall;
    const result = call.name === 'describe' ? await describePackage(folder) : await run(folder, call);
    return { kind: FRAME.result, payload: JSON.stringify(result) };
  } catch (error) {
    return { kind: FRAME.failure, payload: JSON.stringify(failureOf(error)) };
  }
}

async function run(folder: string, call: Extract<ComponentCall, { name: 'run' }>): Promise<object> {
  const module = (await import(pathToFileURL(join(folder, 'run.js')).href)) as RunModule;
  if (typeof module.runner?.run !== 'function')
    throw new TypeError('run.js does not export a runner with a function run');
  const result = (await module.runner.run(runContextOf(call))) as
    | { kind?: unknown; output?: unknown; port?: unknown }
    | undefined;
  if (result?.kind !== 'succeeded') throw new TypeError("run did not return { kind: 'succeeded', output }");
  return { output: result.output ?? null, port: result.port };
}

/** Code may throw anything, including an object whose `message` throws. */
function failureOf(error: unknown): object {
  try {
    const { name, message, retryable, retryAfterMs } = (error ?? {}) as Record<string, unknown>;
    const text = typeof message === 'string' ? `${String(name ?? 'Error')}: ${message}` : String(error);
    return { message: text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(), retryable, retryAfterMs };
  } catch {
    return { message: 'it threw a value that cannot be read' };
  }
}
