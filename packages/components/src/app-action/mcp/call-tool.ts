import { digestOfTool } from '@workflow/apps/tools';
import {
  parseReceivedJson,
  StepFailure,
  type FileValue,
  type HttpCall,
  type Json,
  type JsonObject,
  type OpenedOperation,
  type SignIn,
  type StepResult,
} from '@workflow/component-kit/run';
import { McpCallLost, withMcpSession, type McpServer, type McpSession } from '@workflow/outbound/mcp';
import type { Context } from '../context.ts';

const MAX_MESSAGE = 2_000;
/** The files of one result. */
const MAX_FILES = 100;

/** Calls a tool of an MCP server, if the server still describes it as the version does. */
export async function callTool(context: Context, operation: OpenedOperation): Promise<StepResult> {
  const { plan, app, effect } = operation;
  if (plan.kind !== 'tool' || app.url === null)
    throw new StepFailure('CONFIG_INVALID', 'The operation is not a tool of an MCP server');
  if (effect === 'once' && context.mayHaveHappened) throw outcomeUnknown(plan.tool, 'the executor stopped during it');
  const given = context.config.arguments as JsonObject;
  const signIn =
    (await context.openCredential<SignIn>('credential')) ?? (await operation.openCredential<SignIn>()) ?? null;
  const server: McpServer = {
    url: new URL(app.url),
    signIn,
    send: (call: HttpCall) => context.http.send(call),
    signal: context.signal,
  };
  return withMcpSession(server, async (session) => {
    await requireSameTool(session, plan.tool, operation.digest);
    await context.beginEffect({ app: app.name, action: operation.key, arguments: given });
    // Another branch may have ended the session since the commit.
    context.signal.throwIfAborted();
    if (effect === 'once') context.allowRetry(false);
    const result = await session.callTool(plan.tool, given).catch((error: unknown) => {
      if (!(error instanceof McpCallLost)) {
        if (error instanceof StepFailure) context.allowRetry(true);
        throw error;
      }
      if (effect === 'once') throw outcomeUnknown(plan.tool, error.message);
      throw new StepFailure('APP_UNREACHABLE', `The MCP server did not answer the call: ${error.message}`);
    });
    const { text, files } = await readContent(context, result.content as JsonObject[]);
    if (result.isError === true)
      throw new StepFailure('TOOL_FAILED', text.slice(0, MAX_MESSAGE) || `The tool ${plan.tool} failed`);
    const data = (result.structuredContent as Json | undefined) ?? jsonIn(text);
    return { kind: 'succeeded', output: { text, data, files: files as unknown as Json } };
  });
}

function outcomeUnknown(tool: string, why: string): StepFailure {
  const message = `Nobody knows whether ${tool} was carried out: ${why}. It is not called again`;
  return new StepFailure('OUTCOME_UNKNOWN', message);
}

/** @throws StepFailure TOOL_MISSING, TOOL_CHANGED */
async function requireSameTool(session: McpSession, name: string, digest: string): Promise<void> {
  const tool = (await session.listTools()).find((one) => one['name'] === name);
  if (tool === undefined) throw new StepFailure('TOOL_MISSING', `The server has no tool ${name} any more`);
  if (digestOfTool(tool) !== digest)
    throw new StepFailure('TOOL_CHANGED', `The server describes the tool ${name} differently. Refresh the app`);
}

/** Returns the texts of a result, joined by line breaks, and its other parts as files. */
async function readContent({ files }: Context, content: JsonObject[]): Promise<{ text: string; files: FileValue[] }> {
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

/** Returns the JSON that a text holds, or null. */
function jsonIn(text: string): Json {
  try {
    return parseReceivedJson(text);
  } catch {
    return null;
  }
}
