import { digestOfTool } from '@workflow/apps/tools';
import {
  hasTooManyShapes,
  parseReceivedJson,
  StepFailure,
  TOO_MANY_SHAPES,
  type FileValue,
  type HttpCall,
  type Json,
  type JsonObject,
  type OpenedOperation,
  type SignIn,
  type StepResult,
} from '@workflow/component-kit/run';
import {
  McpCallLost,
  McpSessionDropped,
  withMcpSession,
  type McpServer,
  type McpSession,
} from '@workflow/outbound/mcp';
import type { CallContext } from '../context.ts';

const MAX_MESSAGE = 2_000;
/** Maximum number of files of one result. */
const MAX_FILES = 100;

/**
 * Calls a tool of an MCP server, if the server still describes it as the version does. If the server drops the session,
 * the call is sent in a new one.
 */
export async function callTool(
  context: CallContext,
  operation: OpenedOperation,
  given: JsonObject,
): Promise<StepResult & { kind: 'succeeded' }> {
  const { plan, effect, app } = operation;
  if (plan.kind !== 'tool' || app.url === null)
    throw new StepFailure('CONFIG_INVALID', 'The operation is not a tool of an MCP server');
  if (effect === 'once' && context.mayHaveHappened) throw outcomeUnknown(plan.tool, 'the executor stopped during it');
  const server: McpServer = {
    url: new URL(app.url),
    signIn: await operation.openCredential<SignIn>(),
    send: (call: HttpCall, signal: AbortSignal) => context.http.send(call, signal),
    signal: context.signal,
  };
  const call = { tool: plan.tool, digest: operation.digest, isOnce: effect === 'once', given };
  const begin = once(() => context.begin());
  for (let sessions = 1; ; sessions += 1) {
    try {
      return await withMcpSession(server, (session) => callIn(session, { ...context, begin }, call));
    } catch (error) {
      if (!(error instanceof McpSessionDropped)) throw error;
      // Nothing was executed.
      context.allowRetry(true);
      if (sessions === MAX_SESSIONS)
        throw new StepFailure('APP_UNREACHABLE', 'The MCP server ended the connection before each call');
    }
  }
}

/** Maximum number of sessions in which one call is sent. */
const MAX_SESSIONS = 2;

interface ToolCall {
  tool: string;
  digest: string;
  isOnce: boolean;
  given: JsonObject;
}

async function callIn(
  session: McpSession,
  context: CallContext,
  { tool, digest, isOnce, given }: ToolCall,
): Promise<StepResult & { kind: 'succeeded' }> {
  await requireSameTool(session, tool, digest);
  await context.begin();
  // Another branch may have ended the session since the commit.
  context.signal.throwIfAborted();
  if (isOnce) context.allowRetry(false);
  const result = await session.callTool(tool, given).catch((error: unknown) => {
    if (!(error instanceof McpCallLost)) {
      if (error instanceof StepFailure) context.allowRetry(true);
      throw error;
    }
    if (isOnce) throw outcomeUnknown(tool, error.message);
    throw new StepFailure('APP_UNREACHABLE', `The MCP server did not answer the call: ${error.message}`);
  });
  const { text, files } = await readContent(context, result.content as JsonObject[]);
  if (result.isError === true)
    throw new StepFailure('TOOL_FAILED', text.slice(0, MAX_MESSAGE) || `The tool ${tool} failed`);
  const data = (result.structuredContent as Json | undefined) ?? jsonIn(text);
  return { kind: 'succeeded', output: { text, data, files: files as unknown as Json } };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

function outcomeUnknown(tool: string, why: string): StepFailure {
  const message = `Nobody knows whether ${tool} was carried out: ${why}. It is not called again`;
  return new StepFailure('OUTCOME_UNKNOWN', message);
}

/** @throws StepFailure TOOL_MISSING, TOOL_CHANGED */
async function requireSameTool(session: McpSession, name: string, digest: string): Promise<void> {
  const tool = await session.findTool((one) => one['name'] === name);
  if (tool === null) throw new StepFailure('TOOL_MISSING', `The server has no tool ${name} any more`);
  if (digestOfTool(tool) !== digest)
    throw new StepFailure('TOOL_CHANGED', `The server describes the tool ${name} differently. Refresh the app`);
}

/** Returns the texts of a result, joined by line breaks, and its other parts as files. */
async function readContent(
  { files }: CallContext,
  content: JsonObject[],
): Promise<{ text: string; files: FileValue[] }> {
  const texts: string[] = [];
  const stored: FileValue[] = [];
  for (const part of content) {
    const { type, text, data, mimeType, uri, name } = part;
    const resource = (part['resource'] ?? {}) as JsonObject;
    if (type === 'text' && typeof text === 'string') texts.push(text);
    else if (type === 'resource' && typeof resource['text'] === 'string') texts.push(resource['text']);
    else if (type === 'resource_link') texts.push(String(uri));
    else {
      const base64 = typeof data === 'string' ? data : resource['blob'];
      if (typeof base64 !== 'string') continue;
      const contentType = String(mimeType ?? resource['mimeType'] ?? 'application/octet-stream');
      const fileName = String(name ?? (resource['uri'] as string | undefined)?.split('/').at(-1) ?? `${String(type)}`);
      if (stored.length >= MAX_FILES)
        throw new StepFailure('OUTPUT_TOO_LARGE', `The result has more than ${MAX_FILES} files`);
      stored.push(await files.write({ name: fileName, contentType }, bytesOf(base64)));
    }
  }
  return { text: texts.join('\n'), files: stored };
}

async function* bytesOf(base64: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(base64, 'base64');
}

/**
 * Returns the JSON that a text holds, or null. The limits of the answer do not count the values in a text.
 * @throws StepFailure OUTPUT_TOO_LARGE
 */
function jsonIn(text: string): Json {
  if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `The text of the result ${TOO_MANY_SHAPES}`);
  try {
    return parseReceivedJson(text);
  } catch {
    return null;
  }
}
