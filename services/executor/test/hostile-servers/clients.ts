import type { Bucket, Database, Mailbox, MailServer, RunContext } from '@workflow/component-kit/run';
import { openDataProcesses } from '@workflow/component-kit/testing';
import { DATA_PROCESS_PROGRAM } from '@workflow/components/data-process-program';
import { findRunnable } from '@workflow/components/runners';
import { ConnectionPools, findCredentialRunner, NO_ACCESS } from '@workflow/credentials/runners';
import { createHttpClient, readAllowedAddresses } from '@workflow/outbound';
import { createOAuthClient } from '@workflow/outbound/oauth';
import { runDataJob } from '@workflow/sandbox';
import type { Json, JsonObject } from '@workflow/workflow-model';

/** Uses a server at this port as a step does, and returns the result of the step. */
type Client = (port: number, signal: AbortSignal) => Promise<unknown>;

const LOCAL = '127.0.0.1';
const OWNER = { organizationId: 'organization', workflowId: 'workflow' };
type DataJobLimits = Parameters<typeof runDataJob>[1]['limits'];
const http = createHttpClient({
  allowed: readAllowedAddresses([LOCAL]),
  connectTimeoutMs: 1_000,
  maxResponseBytes: 100_000,
  maxRedirects: 2,
});

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);

/** Closes what the clients share. */
export function closeClients(): Promise<void> {
  return dataProcesses.close();
}

function opened<Opened>(type: string, fields: JsonObject): Opened {
  const pools = new ConnectionPools({ maxConnections: 1, idleMs: 1, maxIdle: 0 });
  const reach = { addressOf: async () => LOCAL, pools, poolKey: { key: type, version: '1' } };
  return findCredentialRunner(type)!.open(fields, NO_ACCESS, reach) as Opened;
}

const signIn = (port: number, more: JsonObject = {}) => ({
  ...{ host: LOCAL, port, tls: 'none', user: 'tester', password: 'password-of-tests', database: 'tests' },
  ...more,
});

const query = (type: string, text: string, tls = 'none'): Client => {
  return (port, signal) =>
    opened<Database>(type, signIn(port, { tls })).run(
      { text, parameters: [], maxRows: 10, maxBytes: 100_000, timeoutMs: null },
      signal,
    );
};

async function contentOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

/** Runs a component type whose only tools are requests and credentials. */
async function run(type: string, config: JsonObject, credential: object | null, signal: AbortSignal): Promise<Json> {
  const context = {
    config,
    signal,
    idempotencyKey: 'session:1:component:0',
    limits: { maxOutputBytes: 100_000 },
    now: () => Date.now(),
    recordInput: () => undefined,
    beginEffect: async () => undefined,
    allowRetry: () => undefined,
    isOutputRead: () => true,
    openCredential: async () => credential,
    http: { send: (call: Parameters<typeof http.send>[0]) => http.send(call, signal) },
    files: {
      write: async (file: object, body: AsyncIterable<Uint8Array>) => ({ ...file, size: await contentOf(body) }),
    },
    throttles: { rateOf: async () => null },
    modelTokens: { requireSome: async () => undefined, count: async () => undefined },
  };
  const outcome = await findRunnable(type)!.runner.run(context as unknown as RunContext<never>);
  return JSON.parse(JSON.stringify(outcome)) as Json;
}

const at = (port: number, path = '/') => `http://${LOCAL}:${port}${path}`;
const request = (config: JsonObject): Client => {
  return (port, signal) =>
    run(
      'http-request',
      { method: 'GET', url: at(port), acceptAnyStatus: false, bodyType: 'json', ...config },
      null,
      signal,
    );
};

const bucket = (port: number): Bucket =>
  opened<Bucket>('s3', { endpoint: at(port, ''), region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' });

const model = (api: 'openai' | 'openai-compatible' | 'anthropic'): Client => {
  return (port, signal) => {
    const config = { model: 'm', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 10 };
    return run('ask-model', config, opened(api, { baseUrl: at(port, '/v1'), apiKey: 'k' }), signal);
  };
};

const MAIL = {
  ...{ messageId: '<a@example.com>', from: { name: '', address: 'a@example.com' }, cc: [], bcc: [], replyTo: [] },
  ...{ to: [{ name: '', address: 'b@example.com' }], subject: 'Hello', text: 'Hello', attachments: [] },
};

function readMails(tls: string): Client {
  return (port, signal) =>
    opened<Mailbox>('imap', signIn(port, { tls })).open('INBOX', { signal, maxBytes: 100_000 }, async (folder) => {
      const uids = await folder.find(1, 10, {});
      return Promise.all(uids.slice(0, 1).map((uid) => folder.read(uid, 10_000)));
    });
}

function sendMail(tls: string): Client {
  return (port, signal) => opened<MailServer>('smtp', signIn(port, { tls })).send(MAIL, signal);
}

/** The clients by the name of their conversation. */
export const CLIENTS: Readonly<Record<string, Client>> = {
  postgresql: query('postgresql', 'SELECT 1 AS a'),
  'postgresql refusal': query('postgresql', 'SELECT 1 AS a'),
  mysql: query('mysql', 'SELECT 1 AS a'),
  'mysql without tls': query('mysql', 'SELECT 1 AS a', 'require'),
  'postgresql tls': query('postgresql', 'SELECT 1 AS a', 'require'),
  'postgresql without tls': query('postgresql', 'SELECT 1 AS a', 'require'),
  imap: readMails('none'),
  'imap starttls': readMails('starttls'),
  'imap without starttls': readMails('starttls'),
  smtp: sendMail('none'),
  'smtp starttls': sendMail('starttls'),
  'smtp without starttls': sendMail('starttls'),
  'http json': request({ responseAs: 'value' }),
  'http chunked': request({ responseAs: 'value' }),
  'http gzip file': request({ responseAs: 'file' }),
  'http brotli': request({ responseAs: 'value' }),
  'http deflate': request({ responseAs: 'value' }),
  'http raw deflate': request({ responseAs: 'value' }),
  'http twice compressed': request({ responseAs: 'file' }),
  'http interim': request({ method: 'POST', responseAs: 'value', body: { a: 1 } }),
  's3 get': (port, signal) => run('s3', { operation: 'get', key: 'k' }, bucket(port), signal),
  's3 list': (port, signal) => run('s3', { operation: 'list', key: '', maxKeys: 10 }, bucket(port), signal),
  feed: (port, signal) =>
    findRunnable('feed')!.runner.poll!({
      ...{ config: { url: at(port), startWith: 'all' }, position: null, signal },
      http: { send: (call: Parameters<typeof http.send>[0]) => http.send(call, signal) },
      runDataJob: (values: JsonObject, limits: DataJobLimits) =>
        runDataJob(dataProcesses, { dataJob: 'feed', values, limits }, OWNER, signal),
    } as never),
  'oauth token': async (port) => {
    const server = {
      tokenUrl: at(port, '/token'),
      clientId: 'c',
      clientSecret: 's',
      scopes: [],
      clientAuthentication: 'auto' as const,
    };
    const outcome = await createOAuthClient(http, 1_000).clientCredentials(server, 'header');
    if (outcome.kind === 'failed') throw outcome.failure;
    return outcome.kind;
  },
  'responses answer': model('openai'),
  'openai answer': model('openai-compatible'),
  'anthropic answer': model('anthropic'),
};
