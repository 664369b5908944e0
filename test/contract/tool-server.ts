import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as ProtocolServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** An MCP server of an earlier revision, with sessions. */
export interface ToolServer {
  url: string;
  /** The calls of tools that it received. */
  calls: { tool: string; arguments: unknown; authorization: string | undefined }[];
  /** The authorization headers of all requests. */
  authorizations: string[];
  /** Changes the name of an argument of `add`. */
  renamed: boolean;
  /** Cuts the connection in the next call. */
  cuts: boolean;
  /** Answers the next call with this HTTP status. */
  refusesWith: number | null;
  /** The token that requests must have. */
  token: string | null;
  /** An authorization server that it names, and whose tokens it accepts. */
  authorization: ToolAuthorization | null;
  /** Called with the method of each message before it is handled. */
  gate: ((method: string) => Promise<void>) | null;
  /** Forgets the session of the next calls before it handles them. */
  drops: number;
  /** How it answers calls of a session that it forgot. */
  dropsWith: Dropped;
  /** Refuses to end sessions, as servers may. */
  keepsSessions: boolean;
  /** The streams that clients hold open. */
  openStreams: number;
  /** Redirects every request to this origin. */
  redirectsTo: string | null;
  stop(): void;
}

interface Dropped {
  status: number;
  body?: object;
}

interface ToolAuthorization {
  issuer: string;
  /** Returns true for a token that may call tools. */
  accepts(token: string): Promise<boolean>;
}

export async function startToolServer(): Promise<ToolServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http: Server = createServer((request, response) => {
    tools.authorizations.push(...(request.headersDistinct['authorization'] ?? []));
    void answer(request, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const tools: ToolServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    calls: [],
    authorizations: [],
    renamed: false,
    cuts: false,
    refusesWith: null,
    token: null,
    authorization: null,
    redirectsTo: null,
    drops: 0,
    dropsWith: { status: 404 },
    keepsSessions: false,
    openStreams: 0,
    gate: null,
    stop: () => {
      http.closeAllConnections();
      http.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (tools.token !== null && request.headers.authorization !== `Bearer ${tools.token}`) {
      response.writeHead(401).end();
      return;
    }
    if (tools.redirectsTo !== null) {
      response.writeHead(307, { location: `${tools.redirectsTo}${String(request.url)}` }).end();
      return;
    }
    if (tools.authorization !== null && (await isRefused(tools.url, tools.authorization, request, response))) return;
    if (request.method === 'DELETE' && tools.keepsSessions) {
      response.writeHead(405).end();
      return;
    }
    if (request.method === 'GET') {
      tools.openStreams += 1;
      response.on('close', () => (tools.openStreams -= 1));
    }
    let text = '';
    for await (const part of request) text += String(part);
    const body = text === '' ? undefined : (JSON.parse(text) as { method?: string; params?: Record<string, unknown> });
    if (body?.method === 'tools/call') {
      const { authorization } = request.headers;
      tools.calls.push({ tool: String(body.params?.['name']), arguments: body.params?.['arguments'], authorization });
    }
    if (body?.method !== undefined) await tools.gate?.(body.method);
    if (body?.method === 'tools/call' && isBroken(tools, response)) return;
    const id = request.headers['mcp-session-id'] as string | undefined;
    const known = id === undefined ? undefined : sessions.get(id);
    if (id !== undefined && known === undefined) {
      response.writeHead(404).end();
      return;
    }
    const transport = known ?? (await newSession());
    await transport.handleRequest(request, response, body);
  }

  async function newSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id: string) => void sessions.set(id, transport),
    });
    await describeTools().connect(transport as never);
    return transport;
  }

  function describeTools(): ProtocolServer {
    const server = new ProtocolServer(
      { name: 'tools', title: 'Test tools', version: '1.0.0' },
      { capabilities: { tools: {} } },
    );
    const first = tools.renamed ? 'first' : 'a';
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [
        {
          name: 'add',
          title: 'Add numbers',
          description: 'Adds two numbers.',
          inputSchema: {
            type: 'object' as const,
            required: [first, 'b'],
            properties: { [first]: { type: 'number' }, b: { type: 'number' } },
          },
          outputSchema: { type: 'object' as const, required: ['sum'], properties: { sum: { type: 'number' } } },
          annotations: { readOnlyHint: true },
        },
        { name: 'note', inputSchema: { type: 'object' as const, properties: { text: { type: 'string' } } } },
        { name: 'picture', inputSchema: { type: 'object' as const }, annotations: { readOnlyHint: true } },
        { name: 'fails', inputSchema: { type: 'object' as const }, annotations: { readOnlyHint: true } },
      ],
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
      const { a, b, text } = given as { a?: number; b?: number; text?: string };
      if (name === 'add') {
        const sum = (a ?? 0) + (b ?? 0);
        return { content: [{ type: 'text', text: `The sum is ${sum}` }], structuredContent: { sum } };
      }
      if (name === 'note') return { content: [{ type: 'text', text: JSON.stringify({ noted: text }) }] };
      if (name === 'fails') return { isError: true, content: [{ type: 'text', text: 'There is no such order' }] };
      return { content: [{ type: 'image', data: Buffer.from('PNG').toString('base64'), mimeType: 'image/png' }] };
    });
    return server;
  }
  return tools;
}

/** Answers a call as the test wants it to break. Returns true if it did. */
function isBroken(tools: ToolServer, response: ServerResponse): boolean {
  if (tools.drops > 0) {
    tools.drops -= 1;
    const { status, body = {} } = tools.dropsWith;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  }
  if (tools.cuts) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': begun\n\n');
    setTimeout(() => response.socket?.destroy(), 20);
    return true;
  }
  if (tools.refusesWith === null) return false;
  response.writeHead(tools.refusesWith).end();
  return true;
}

/** Answers requests for metadata, and those without a good token. */
async function isRefused(
  url: string,
  { issuer, accepts }: ToolAuthorization,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const metadata = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`;
  if (request.url === new URL(metadata).pathname) {
    const described = { resource: url, authorization_servers: [issuer], scopes_supported: ['api'] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(described));
    return true;
  }
  if (await accepts((request.headers.authorization ?? '').replace('Bearer ', ''))) return false;
  response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
  return true;
}
