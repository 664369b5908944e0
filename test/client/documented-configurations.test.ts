import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from '@jest/globals';
import { chain, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { programsOf } from './documented-programs.ts';

/** Connects with each configuration of docs/mcp.md and runs its command. */

const TOOL = 'documented_greeting';

const system = useContractSystem();

interface Server {
  url: string;
  headers?: Record<string, string>;
}

beforeAll(async () => {
  const mcp = { name: TOOL, description: 'Greets.' };
  await system.api.publish('Greeting', { ...chain(input('name'), output('Hello {{ name }}')), mcp } as never);
});

/** Returns the blocks of the document with the address and a key of this system. */
function blocksOf(language: string): string[] {
  return programsOf('mcp.md', language).map((block) =>
    block
      .replaceAll('http://localhost:3000', system.api.baseUrl)
      .replaceAll(/<API key>|\$\{input:workflow-key\}/g, system.api.apiKey),
  );
}

async function toolsOf({ url, headers = {} }: Server): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1' }, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

test('with each file of servers a client finds the tools', async () => {
  const files = blocksOf('json')
    .filter((block) => /servers"/i.test(block))
    .map((block) => JSON.parse(block) as Record<'mcpServers' | 'servers', Record<string, Server>>);
  const servers = files.map(({ mcpServers, servers: own }) => (mcpServers ?? own)['workflows']!);
  // The last configuration is for a client that signs in with OAuth.
  expect(servers.map(({ headers }) => headers !== undefined)).toEqual([true, true, false]);
  for (const server of servers.slice(0, -1)) expect(await toolsOf(server)).toContain(TOOL);
  await expect(toolsOf(servers.at(-1)!)).rejects.toThrow(/401|nauthorized/);
});

test('with the lines for Codex a client finds the tools', async () => {
  const [block] = blocksOf('toml');
  const settings = Object.fromEntries(
    [...block!.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(settings['bearer_token_env_var']).toBe('WORKFLOW_API_KEY');
  expect(await toolsOf({ url: settings['url']!, headers: { Authorization: `Bearer ${system.api.apiKey}` } })).toContain(
    TOOL,
  );
});

test('the command with curl lists the tools', async () => {
  const command = blocksOf('sh').find((block) => block.startsWith('curl'));
  expect((await promisify(execFile)('bash', ['-c', command!])).stdout).toContain(`"name":"${TOOL}"`);
});
