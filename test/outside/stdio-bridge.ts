import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** An MCP server of standard input and output behind HTTP. Each session has a process. */
export interface Bridge {
  url: string;
  stop(): Promise<void>;
}

type Message = Parameters<StreamableHTTPServerTransport['send']>[0];

/** Passes messages between HTTP and the program that `args` name, which Node.js runs. */
export async function startBridge(args: string[], env: Record<string, string> = {}): Promise<Bridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const programs: StdioClientTransport[] = [];

  async function open(): Promise<StreamableHTTPServerTransport> {
    const program = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
    programs.push(program);
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id: string) => void sessions.set(id, http),
    });
    Object.assign(program, { onmessage: (message: Message) => void http.send(message).catch(() => undefined) });
    Object.assign(http, {
      onmessage: (message: Message) => void program.send(message),
      onclose: () => void program.close(),
    });
    await program.start();
    await http.start();
    return http;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    await (known ?? (await open())).handleRequest(request, response);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all(programs.map((program) => program.close()));
    },
  };
}
