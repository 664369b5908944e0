import {
  Client,
  ProtocolError,
  SdkErrorCode,
  SdkHttpError,
  SdkError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type CallToolResult,
} from '@modelcontextprotocol/client';
import { StepFailure } from '@workflow/workflow-model';
import type { SignIn } from '../http/http-call.ts';
import { LibraryUse } from '../library-use/library-use.ts';
import { mcpFetch, type SendRequest } from './mcp-fetch.ts';

/** An MCP server, and how to reach it. */
export interface McpServer {
  url: URL;
  signIn: SignIn | null;
  send: SendRequest;
  signal: AbortSignal;
}

/** The longest time that timers of Node.js can wait. The caller's signal ends a session before. */
const NO_LIMIT_MS = 2_147_483_647;
/** The time for telling the server that its session is not needed any more. */
const END_MS = 2_000;
/** Maximum number of pages without a tool. A server could send such pages forever. */
const MAX_EMPTY_PAGES = 200;
const MAX_TOOLS_READ = 2_001;

/** The library would compile the output schemas of all tools. Their results are read as what they are. */
const NO_VALIDATION = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

/** A tool as the server describes it. */
type ListedTool = Record<string, unknown>;

/** A session with a server. The server asks a person something: the call ends with INPUT_REQUIRED. */
export interface McpSession {
  title: string;
  /** Returns all tools as the server describes them. @throws StepFailure */
  listTools(): Promise<ListedTool[]>;
  /** Returns the first tool that is wanted, or null. It reads no page behind it. @throws StepFailure */
  findTool(isWanted: (tool: ListedTool) => boolean): Promise<ListedTool | null>;
  /** Calls a tool. @throws StepFailure; `McpCallLost` if nobody knows whether it ran; `McpSessionDropped` */
  callTool(name: string, given: Record<string, unknown>): Promise<CallToolResult>;
}

/** A call was sent, and its answer was lost. */
export class McpCallLost extends Error {}

/** The server does not know the session of a call any more, so it did not carry it out. A new session may help. */
export class McpSessionDropped extends Error {}

/**
 * Connects to a server of any revision of the protocol, uses it, and ends the session.
 * @throws StepFailure APP_UNREACHABLE if it cannot be reached
 */
export async function withMcpSession<Result>(
  server: McpServer,
  use: (session: McpSession) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const signal = AbortSignal.any([server.signal, ending.signal]);
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const library = new LibraryUse('@modelcontextprotocol/client', () => ending.abort());
  let failure: unknown = null;
  const events = {
    onFailure: (error: unknown) => {
      failure = error;
      broken.reject(error);
    },
    onStreamEnd: () => {
      // The answer that the stream carried is read first.
      setTimeout(() => broken.reject(new Error('the stream ended before the answer')), 50).unref();
    },
  };
  const transport = new StreamableHTTPClientTransport(server.url, {
    fetch: mcpFetch(server.send, server.signIn, signal, events),
    redirectPolicy: 'follow',
  });
  const client = new Client(
    { name: 'workflow-automation', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: NO_VALIDATION, inputRequired: { autoFulfill: false } },
  );
  const asked = Promise.withResolvers<never>();
  asked.promise.catch(() => undefined);
  client.fallbackRequestHandler = ({ method }) => {
    const isQuestion = method.startsWith('elicitation/') || method.startsWith('sampling/');
    if (isQuestion) asked.reject(inputRequired());
    return Promise.reject(new ProtocolError(-32_601, 'Workflows do not answer requests from servers'));
  };
  const options = { timeout: NO_LIMIT_MS, signal };
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  server.signal.addEventListener('abort', () => aborted.reject(server.signal.reason as Error), { once: true });
  const guarded = <Value>(work: () => Promise<Value>): Promise<Value> =>
    Promise.race([library.call(work), broken.promise, asked.promise, aborted.promise]);
  try {
    server.signal.throwIfAborted();
    await guarded(() => client.connect(transport, options)).catch((error: unknown) => {
      throw unreachable(server, failure ?? error);
    });
    // Without a cursor, `client.listTools` would read all pages.
    const page = (cursor: string | undefined): Promise<ToolsPage> =>
      guarded(() =>
        client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, options),
      ).catch((error: unknown) => {
        throw unreachable(server, failure ?? error);
      });
    const tools = () => (client.getServerCapabilities()?.tools === undefined ? [] : toolsOf(page));
    return await use({
      title: client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? '',
      listTools: async () => {
        const all: ListedTool[] = [];
        for await (const tool of tools()) all.push(tool);
        return all;
      },
      findTool: async (isWanted) => {
        for await (const tool of tools()) if (isWanted(tool)) return tool;
        return null;
      },
      callTool: (name, given) =>
        guarded(() => client.callTool({ name, arguments: given }, options)).catch((error: unknown) => {
          throw callFailure(server, failure ?? error, transport.sessionId !== undefined);
        }),
    });
  } finally {
    await endSession(transport, client, server.signal);
    ending.abort();
  }
}

interface ToolsPage {
  tools: unknown[];
  nextCursor?: string | undefined;
}

/** Reads the pages of tools as they are needed, up to one tool more than an app may have. */
async function* toolsOf(page: (cursor: string | undefined) => Promise<ToolsPage>): AsyncGenerator<ListedTool> {
  let cursor: string | undefined;
  let count = 0;
  for (let emptyPages = 0; emptyPages < MAX_EMPTY_PAGES;) {
    const listed = await page(cursor);
    if (listed.tools.length === 0) emptyPages += 1;
    for (const tool of listed.tools as ListedTool[]) {
      yield tool;
      count += 1;
      if (count >= MAX_TOOLS_READ) return;
    }
    cursor = listed.nextCursor;
    if (cursor === undefined || cursor === '') return;
  }
}

/** Ends the session at the server, which older revisions require. A server that does not answer is left alone. */
async function endSession(
  transport: StreamableHTTPClientTransport,
  client: Client,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (!signal.aborted && transport.sessionId !== undefined)
      await Promise.race([
        transport.terminateSession(),
        new Promise((resolve) => {
          setTimeout(resolve, END_MS).unref();
        }),
      ]);
  } catch {
    // The server ends it by itself.
  }
  await client.close().catch(() => undefined);
}

function inputRequired(): StepFailure {
  return new StepFailure('INPUT_REQUIRED', 'The server asked a person for input, which a workflow cannot give');
}

function unreachable({ url, signal }: McpServer, error: unknown): unknown {
  if (signal.aborted) return signal.reason;
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return new StepFailure('CREDENTIAL_REFUSED', `${url.origin} answered ${status}: it refused the sign-in`);
  if (error instanceof StepFailure && error.code !== 'HTTP_FAILED') return error;
  const words = status === null ? messageOf(error) : `${url.origin} answered ${status}`;
  return new StepFailure('APP_UNREACHABLE', `The MCP server cannot be reached: ${words}`);
}

/** Returns the failure of a call that was sent. */
function callFailure(server: McpServer, error: unknown, hasSession: boolean): unknown {
  if (server.signal.aborted) return server.signal.reason;
  if (error instanceof ProtocolError) {
    if (error.code === -32_042) return inputRequired();
    return new StepFailure('TOOL_FAILED', error.message);
  }
  if (error instanceof SdkError && error.code.includes('INPUT_REQUIRED')) return inputRequired();
  const status = statusOf(error);
  if (status === 401 || status === 403 || status === 429 || status === 503) return unreachable(server, error);
  // https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#session-management
  if (hasSession && (status === 404 || isUnknownSession(status, error))) return new McpSessionDropped();
  if (status !== null && status < 500)
    return new StepFailure('TOOL_FAILED', `${server.url.origin} answered ${status} to the call`);
  if (error instanceof StepFailure && error.code !== 'HTTP_FAILED') return error;
  // Nothing was sent when the connection was refused.
  if (messageOf(error).includes('ECONNREFUSED')) return unreachable(server, error);
  return new McpCallLost(messageOf(error));
}

/** Servers of earlier revisions answer 400 if they do not know the session, instead of 404. */
function isUnknownSession(status: number | null, error: unknown): boolean {
  return status === 400 && /session/i.test(messageOf(error));
}

function statusOf(error: unknown): number | null {
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof SdkHttpError) return error.status;
  return error instanceof SdkError && error.code === SdkErrorCode.ClientHttpAuthentication ? 401 : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
