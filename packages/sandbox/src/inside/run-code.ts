import variant from '@jitl/quickjs-wasmfile-release-sync';
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { atPosition, type SourcePosition } from '@workflow/workflow-model';
import type { SandboxAnswer, SandboxLimits, SandboxRequest } from '../pool/sandbox-protocol.ts';
import { sandboxFailure } from '../pool/sandbox-protocol.ts';
import { ABSENT, HEAD_LINES } from './absent-placeholders.ts';
import { BOOTSTRAP } from './bootstrap.ts';
import { positionOfName } from './name-position.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/**
 * QuickJS counts its allocations against this limit. It is enough for a 1 MiB input and a thousand times as many bytes
 * of small objects.
 */
const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;
/** The limit of the WebAssembly memory, because QuickJS exceeded its limit fourfold with a memory bomb. */
const WASM_PAGES = { initial: 256, maximum: 1_600 };
/** The limit of the stack. With more than 256 KiB a deep recursion threw in the host instead of in the program. */
const STACK_LIMIT_BYTES = 256 * 1024;
const MAX_MESSAGE_LENGTH = 500;

const JSON_PREFIX = 'json';
const NAMES_TEXT_FUNCTION = /\b(?:atob|btoa|TextDecoder|TextEncoder)\b/;

/** Node.js has it, but only the types of browsers declare it. */
const wasm = (
  globalThis as unknown as { WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => never } }
).WebAssembly;

/** The package declares the types of its CommonJS form. */
const RELEASE_SYNC = variant as unknown as QuickJSSyncVariant;

type CodeRequest = Extract<SandboxRequest, { kind: 'code' }>;
export type CodeRunner = (request: CodeRequest) => SandboxAnswer;

/** Loads QuickJS. Each run of the returned function uses its own runtime and context. */
export async function loadCodeRunner(): Promise<CodeRunner> {
  const wasmMemory = new wasm.Memory(WASM_PAGES);
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  return (request) => runCode(quickJs, request);
}

function runCode(quickJs: QuickJSWASMModule, request: CodeRequest): SandboxAnswer {
  const { limits } = request;
  const deadline = performance.now() + limits.timeoutMs;
  let timedOut = false;
  const runtime = quickJs.newRuntime({
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    maxStackSizeBytes: STACK_LIMIT_BYTES,
    interruptHandler: () => (timedOut ||= performance.now() > deadline),
  });
  const context = runtime.newContext();
  const ended = evaluate(context, runtime, request);
  const answer = timedOut ? sandboxFailure('CODE_TIMEOUT', `The code ran longer than ${limits.timeoutMs} ms`) : ended;
  try {
    context.dispose();
    runtime.dispose();
  } catch (error) {
    // QuickJS loses objects if it almost ran out of memory, as with a result of some megabytes, and stops when it finds
    // them. The result of the program was read before.
    if (answer.kind === 'not-begun' || answer.kind === 'done') throw error;
    return { ...answer, isBroken: true };
  }
  return answer;
}

function evaluate(
  context: QuickJSContext,
  runtime: QuickJSRuntime,
  { source, placeholders, absent = [], limits }: CodeRequest,
): SandboxAnswer {
  // Most programs do not use them.
  if (NAMES_TEXT_FUNCTION.test(source)) context.unwrapResult(context.evalCode(TEXT_FUNCTIONS)).dispose();
  const main = context.evalCode(BOOTSTRAP);
  if (main.error) return failureOf(context, main.error, source);
  try {
    const args = [
      context.newString(source),
      context.newString(placeholders),
      context.newNumber(limits.maxResultBytes),
      context.newString(JSON.stringify(absent)),
    ];
    const called = context.callFunction(main.value, context.undefined, ...args);
    for (const handle of args) handle.dispose();
    if (called.error) return failureOf(context, called.error, source);
    return settle(context, runtime, called.value, source) ?? take(context, main.value, limits);
  } finally {
    main.value.dispose();
  }
}

/** Runs the program to its end. Returns null if it ended without a failure. */
function settle(
  context: QuickJSContext,
  runtime: QuickJSRuntime,
  promise: QuickJSHandle,
  source: string,
): SandboxAnswer | null {
  const jobs = runtime.executePendingJobs();
  if (jobs.error) {
    promise.dispose();
    return failureOf(context, jobs.error, source);
  }
  const state = context.getPromiseState(promise);
  promise.dispose();
  if (state.type === 'rejected') return failureOf(context, state.error, source);
  if (state.type === 'pending')
    return sandboxFailure('CODE_ERROR', 'The code waits for a promise that nothing settles');
  state.value.dispose();
  return null;
}

function take(context: QuickJSContext, main: QuickJSHandle, limits: SandboxLimits): SandboxAnswer {
  const taken = context.callFunction(main, context.undefined);
  if (taken.error) return failureOf(context, taken.error, '');
  const text = context.getString(taken.value);
  taken.value.dispose();
  if (!text.startsWith(JSON_PREFIX) && text !== 'large') return { kind: 'value', json: null };
  const json = text.slice(JSON_PREFIX.length);
  if (text === 'large' || Buffer.byteLength(json) > limits.maxResultBytes)
    return sandboxFailure('OUTPUT_TOO_LARGE', `The code returned more than ${limits.maxResultBytes} bytes`);
  return { kind: 'value', json };
}

/**
 * Returns the failure of a program, which may throw anything. Shows only the name, the message and the position of an
 * Error, never its stack.
 */
function failureOf(context: QuickJSContext, handle: QuickJSHandle, source: string): SandboxAnswer {
  const thrown: unknown = context.dump(handle);
  handle.dispose();
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return failureOfError(thrown, source);
  // QuickJS throws null when memory is too small even for an error.
  if (thrown === null) return sandboxFailure('CODE_ERROR', 'The code threw null');
  return sandboxFailure(
    'CODE_ERROR',
    `The code threw ${String(typeof thrown === 'object' ? JSON.stringify(thrown) : thrown)}`.slice(
      0,
      MAX_MESSAGE_LENGTH,
    ),
  );
}

function failureOfError(thrown: { message: unknown; name?: unknown; stack?: unknown }, source: string): SandboxAnswer {
  const { name, message, stack } = thrown;
  if (name === 'InternalError' && message === 'out of memory')
    return sandboxFailure('CODE_MEMORY', 'The code used more memory than it may');
  const isAbsent = name === ABSENT;
  const text = (isAbsent ? String(message) : `${String(name ?? 'Error')}: ${String(message)}`).slice(
    0,
    MAX_MESSAGE_LENGTH,
  );
  const position = typeof stack === 'string' ? positionInProgram(stack, source, String(message)) : null;
  return sandboxFailure(
    isAbsent ? 'PLACEHOLDER_MISSING' : 'CODE_ERROR',
    position === null ? text : atPosition(text, position),
  );
}

/** Matches frames of the program: one of its functions, or the program itself where it does not compile. */
const OWN_FRAME = /\(<input>:(\d{1,9}):(\d{1,9})\)|at <input>:(\d{1,9}):(\d{1,9})\n\s*at AsyncFunction \(native\)/;

/** Matches the messages about a name of the program. */
const NAMED = /^(?:'(.+)' is not defined|(.+) is not initialized|placeholder ([^ .]+) has no value)$/u;

/**
 * Returns the position of the innermost frame of the program in the author's source, or null if no frame belongs to it.
 */
function positionInProgram(stack: string, source: string, message: string): SourcePosition | null {
  const [, line, column, syntaxLine, syntaxColumn] = OWN_FRAME.exec(stack) ?? [];
  const found = Number(line ?? syntaxLine) - HEAD_LINES;
  if (Number.isNaN(found) || found < 1) return null;
  const position = { line: found, column: Number(column ?? syntaxColumn) };
  const [, unknown, unset, absent] = NAMED.exec(message) ?? [];
  const name = unknown ?? unset ?? absent;
  return name === undefined ? position : positionOfName(source, { name, mayBeMember: absent !== undefined }, position);
}
