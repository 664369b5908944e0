import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten';
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import type { SandboxAnswer, SandboxLimits } from '../sandbox/sandbox-protocol.ts';
import { sandboxFailure } from '../sandbox/sandbox-protocol.ts';
import { BOOTSTRAP } from './bootstrap.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/** QuickJS counts what it allocates against this; enough for a 1 MiB input and a thousandfold of small objects. */
const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;
/**
 * With a memory bomb QuickJS exceeded its own limit fourfold, so the WebAssembly memory itself is limited.
 */
const WASM_PAGES = { initial: 256, maximum: 1_600 };
/** Above 256 KiB a deep recursion threw in the host instead of in the program. */
const STACK_LIMIT_BYTES = 256 * 1024;
const MAX_MESSAGE_LENGTH = 500;

const JSON_PREFIX = 'json';
const NAMES_TEXT_FUNCTION = /\b(?:atob|btoa|TextDecoder|TextEncoder)\b/;

/** Part of Node.js, but declared among the types of the browser only. */
const wasm = (
  globalThis as unknown as { WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => never } }
).WebAssembly;

export type CodeRunner = (source: string, placeholders: string, limits: SandboxLimits) => SandboxAnswer;

/** Loads QuickJS. Each run of the returned function has a runtime and a context of its own. */
export async function loadCodeRunner(): Promise<CodeRunner> {
  const wasmMemory = new wasm.Memory(WASM_PAGES);
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  return (source, placeholders, limits) => runCode(quickJs, source, placeholders, limits);
}

function runCode(
  quickJs: QuickJSWASMModule,
  source: string,
  placeholders: string,
  limits: SandboxLimits,
): SandboxAnswer {
  const deadline = performance.now() + limits.timeoutMs;
  let timedOut = false;
  const runtime = quickJs.newRuntime({
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    maxStackSizeBytes: STACK_LIMIT_BYTES,
    interruptHandler: () => (timedOut ||= performance.now() > deadline),
  });
  const context = runtime.newContext();
  const ended = evaluate(context, runtime, source, placeholders, limits);
  const answer = timedOut ? sandboxFailure('CODE_TIMEOUT', `the code ran longer than ${limits.timeoutMs} ms`) : ended;
  try {
    context.dispose();
    runtime.dispose();
  } catch (error) {
    // QuickJS loses objects when it came near the end of its memory, as for a result of some megabytes, and stops when
    // it finds them. What the program gave was read before.
    if (answer.kind === 'not-begun' || answer.kind === 'done') throw error;
    return { ...answer, spoilt: true };
  }
  return answer;
}

function evaluate(
  context: QuickJSContext,
  runtime: QuickJSRuntime,
  source: string,
  placeholders: string,
  limits: SandboxLimits,
): SandboxAnswer {
  // Most programs need none of them.
  if (NAMES_TEXT_FUNCTION.test(source)) context.unwrapResult(context.evalCode(TEXT_FUNCTIONS)).dispose();
  const main = context.evalCode(BOOTSTRAP);
  if (main.error) return failureOf(context, main.error);
  try {
    const args = [context.newString(source), context.newString(placeholders), context.newNumber(limits.maxResultBytes)];
    const called = context.callFunction(main.value, context.undefined, ...args);
    for (const handle of args) handle.dispose();
    if (called.error) return failureOf(context, called.error);
    return settle(context, runtime, called.value) ?? take(context, main.value, limits);
  } finally {
    main.value.dispose();
  }
}

/** Runs the program to its end; null when it ended well. */
function settle(context: QuickJSContext, runtime: QuickJSRuntime, promise: QuickJSHandle): SandboxAnswer | null {
  const jobs = runtime.executePendingJobs();
  if (jobs.error) {
    promise.dispose();
    return failureOf(context, jobs.error);
  }
  const state = context.getPromiseState(promise);
  promise.dispose();
  if (state.type === 'rejected') return failureOf(context, state.error);
  if (state.type === 'pending')
    return sandboxFailure('CODE_ERROR', 'the code waits for a promise that nothing settles');
  state.value.dispose();
  return null;
}

function take(context: QuickJSContext, main: QuickJSHandle, limits: SandboxLimits): SandboxAnswer {
  const taken = context.callFunction(main, context.undefined);
  if (taken.error) return failureOf(context, taken.error);
  const text = context.getString(taken.value);
  taken.value.dispose();
  if (!text.startsWith(JSON_PREFIX) && text !== 'large') return { kind: 'value', json: null };
  const json = text.slice(JSON_PREFIX.length);
  if (text === 'large' || Buffer.byteLength(json) > limits.maxResultBytes)
    return sandboxFailure('OUTPUT_TOO_LARGE', `the code returned more than ${limits.maxResultBytes} bytes`);
  return { kind: 'value', json };
}

/** A program may throw anything; of an Error its name and message are shown, never its stack. */
function failureOf(context: QuickJSContext, handle: QuickJSHandle): SandboxAnswer {
  const thrown: unknown = context.dump(handle);
  handle.dispose();
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const { name, message } = thrown as { name?: unknown; message: unknown };
    if (name === 'InternalError' && message === 'out of memory')
      return sandboxFailure('CODE_MEMORY', 'the code used more memory than it may');
    return sandboxFailure('CODE_ERROR', `${String(name ?? 'Error')}: ${String(message)}`.slice(0, MAX_MESSAGE_LENGTH));
  }
  // QuickJS throws null when not even an error fits into memory.
  if (thrown === null) return sandboxFailure('CODE_ERROR', 'the code threw null');
  return sandboxFailure(
    'CODE_ERROR',
    `the code threw ${String(typeof thrown === 'object' ? JSON.stringify(thrown) : thrown)}`.slice(
      0,
      MAX_MESSAGE_LENGTH,
    ),
  );
}
