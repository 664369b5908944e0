import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { check } from './check.ts';
import { startHttpSystem, type HttpSystem } from './http-system.ts';

const PROGRAM = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector');
const ERAS = ['legacy', 'modern'] as const;

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let http: HttpSystem;
/** Keys with one scope each. */
let runKey: string;
let readKey: string;

before(async () => {
  http = await startHttpSystem();
  const make = async (scope: string): Promise<string> =>
    (await http.system.api.call<{ key: string }>('POST', '/v1/organization/api-keys', { name: scope, scopes: [scope] }))
      .key;
  runKey = await make('run');
  readKey = await make('read');
  await publishTool();
});
after(() => http.stop());

/** Publishes a tool that doubles a total. */
async function publishTool(): Promise<void> {
  const [inputId, outputId] = [randomUUID(), randomUUID()];
  await http.system.api.publish('Orders', {
    components: [
      { id: inputId, type: 'input', config: { placeholders: [{ key: 'total', type: 'NUMBER' }] } },
      { id: outputId, type: 'output', config: { value: { twice: '{{ total * 2 }}' } } },
    ],
    connections: [{ from: inputId, port: 'next', to: outputId }],
    mcp: { name: 'double_total', description: 'Doubles a total.' },
  });
}

/** Runs the inspector without a user. It reads and writes settings in a separate folder. */
function inspect(key: string | null, era: (typeof ERAS)[number], ...options: string[]): Promise<Ended> {
  const authorization = key === null ? [] : ['--header', `Authorization: Bearer ${key}`];
  const given = ['--cli', `${http.url}/mcp`, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
  const env = { ...process.env, HOME: http.folder, MCP_AUTO_OPEN_ENABLED: 'false' };
  return new Promise((resolve) => {
    execFile(
      PROGRAM,
      [...given, '--stored-auth-only', ...authorization, ...options],
      { env },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const call = (name: string, values: object): string[] => [
  ...['--method', 'tools/call', '--tool-name', name],
  ...['--tool-args-json', JSON.stringify(values)],
];

interface Result {
  tools: { name: string; inputSchema: { required?: string[] } }[];
  content: { text: string }[];
  isError?: boolean;
  structuredContent: { sessionId: string; status: string; output?: unknown };
}

/** Returns the result from the output of the inspector. */
function resultOf({ stdout }: Ended): Result {
  return (JSON.parse(stdout) as { result: Result }).result;
}

for (const era of ERAS) checkEra(era);

function checkEra(era: (typeof ERAS)[number]): void {
  check(`the inspector's command line (${era}) lists tools, and finds nothing wrong with their schemas`, async () => {
    const listed = await inspect(http.apiKey, era, '--method', 'tools/list', '--strict');
    assert.equal(listed.code, 0, listed.stderr);
    const { tools } = resultOf(listed);
    assert.ok(tools.some(({ name }) => name === 'list_sessions'));
    assert.deepEqual(tools.find(({ name }) => name === 'double_total')?.inputSchema.required, ['total']);
  });

  check(`the inspector's command line (${era}) calls a workflow, and gets an error for a wrong argument`, async () => {
    const called = await inspect(http.apiKey, era, ...call('double_total', { total: 21 }));
    assert.equal(called.code, 0, called.stderr);
    const { sessionId, ...answer } = resultOf(called).structuredContent;
    assert.deepEqual(answer, { status: 'SUCCEEDED', output: { twice: 42 } });
    const session = await http.system.api.call('GET', `/v1/sessions/${sessionId}`);
    assert.equal(session['trigger'], 'MCP');
    const wrong = await inspect(http.apiKey, era, ...call('double_total', { total: 'many' }));
    assert.equal(wrong.code, 5);
    assert.deepEqual([resultOf(wrong).isError, resultOf(wrong).content[0]?.text], [true, 'total must be a number']);
  });

  check(`the inspector's command line (${era}) is refused by scope, and without a key`, async () => {
    const unscoped = await inspect(readKey, era, ...call('double_total', { total: 21 }));
    assert.equal(unscoped.code, 5);
    assert.match(unscoped.stderr, /tool_not_found/);
    const unread = await inspect(runKey, era, ...call('list_sessions', {}));
    assert.match(unread.stderr, /tool_not_found/);
    const unknown = await inspect(null, era, '--method', 'tools/list');
    assert.equal(unknown.code, 3);
    assert.match(unknown.stderr, /auth_required/);
  });
}
