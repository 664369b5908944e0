import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { createLogger } from '@workflow/service-runtime';
import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import {
  createOrganization,
  createTestDatabase,
  testQueueName,
  UNCHECKED,
  watchSharedLoop,
  type TestDatabase,
  type TestOrganization,
} from '@workflow/test-harness';
import pg from 'pg';
import { readIngressConfig, type IngressConfig } from '../src/config.ts';
import { AppContext } from '../src/context.ts';
import { routes } from '../src/routes.ts';
import { openApiDocument } from '../src/service/open-api-document.ts';
import { startIngress } from '../src/start-ingress.ts';
import { makeDocumentCheck, type ApiDocument } from './check-against-document.ts';

export interface TestIngress {
  url: string;
  port: number;
  context: AppContext;
  databaseUrl: string;
  organization: TestOrganization;
  /** Lines logged so far. */
  log: string[];
  /** Makes a workflow, published unless asked otherwise. */
  workflow(components: Component[], options?: { publish?: boolean; connections?: Connection[] }): Promise<string>;
  token(workflowId: string, componentId: string): Promise<string>;
  request(method: string, path: string, options?: TestRequest): Promise<TestAnswer>;
  /** `POST /v1/workflow/run` with the organization's key. */
  run(body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Opens a connection to the database, which ends with the ingress. */
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

interface TestRequest {
  body?: unknown;
  headers?: Record<string, string>;
}

export type AnyBody = any;

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON, null for anything else; tests look into bodies of every shape. */
  body: AnyBody;
}

const actor = { type: 'system', id: null, name: 'test' } as const;

/** Settings that differ from the defaults; of a group only those that do. */
type ChangedSettings = { [Name in keyof IngressConfig]?: Partial<IngressConfig[Name]> };

export interface TestIngressOptions {
  config?: ChangedSettings;
  redisUrl?: string | null;
  /** A database of its own kind; left out: an empty one of the server that tests share. */
  database?: TestDatabase;
  /** Puts something between the ingress and PostgreSQL. */
  databaseUrl?: (url: string) => Promise<string>;
}

const REQUIRED = { SECRETS_KEY: 'ab'.repeat(32), AUTH_SECRET: 'test secret '.repeat(4), PORT: '0', DRAIN_MS: '0' };

function changeSettings(config: IngressConfig, changed: ChangedSettings): IngressConfig {
  const isGroup = (value: unknown): value is object =>
    value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const entries = Object.entries(changed).map(([name, value]) => {
    const known = config[name as keyof IngressConfig];
    return [name, isGroup(known) && isGroup(value) ? { ...known, ...value } : value];
  });
  return { ...config, ...(Object.fromEntries(entries) as Partial<IngressConfig>) };
}

/** Modules that a service loads on first use take long to load in Jest, where they are not bundled. */
await Promise.all([import('../src/accounts/library/create-auth.ts'), import('../src/mcp/answer-message.ts')]);

/** A separate ingress with its own database, in this process. */
export async function startTestIngress(options: TestIngressOptions = {}): Promise<TestIngress> {
  const database = options.database ?? (await createTestDatabase());
  const organization = await createOrganization(database.databaseUrl);
  const log: string[] = [];
  const clients: pg.Client[] = [];
  const destination = { write: (line: string) => void log.push(line), flush: () => Promise.resolve() };
  const env = { ...REQUIRED, DATABASE_URL: database.databaseUrl, QUEUE_NAME: testQueueName(), HOST: '127.0.0.1' };
  const own: IngressConfig = {
    ...(await readIngressConfig(env)),
    redis: options.redisUrl ? { kind: 'standalone', url: options.redisUrl } : null,
    queueDatabaseUrl: database.databaseUrl,
    databaseUrl:
      options.databaseUrl === undefined ? database.databaseUrl : await options.databaseUrl(database.databaseUrl),
  };
  const config = changeSettings(own, options.config ?? {});
  const context = AppContext.fromConfig(config, {
    log: createLogger({ service: 'ingress', level: 'info', destination }),
  });
  const ingress = await startIngress(context);
  const url = `http://127.0.0.1:${ingress.port}`;
  const loop = watchSharedLoop('ingress');
  const management = context.store.management.organization(organization.id);

  const checkAnswer = makeDocumentCheck(openApiDocument(config.publicUrl, routes) as ApiDocument);

  const request = async (
    method: string,
    path: string,
    { body, headers = {} }: TestRequest = {},
  ): Promise<TestAnswer> => {
    const bytes =
      body === undefined || typeof body === 'string' || ArrayBuffer.isView(body) ? body : JSON.stringify(body);
    const response = await fetch(url + path, { method, headers, ...(bytes !== undefined && { body: bytes as never }) });
    const text = await response.text();
    const contentType = response.headers.get('content-type');
    const isJson = contentType?.startsWith('application/json') === true;
    const parsed: AnyBody = isJson && text !== '' ? JSON.parse(text) : null;
    checkAnswer({ method, path, status: response.status, contentType, body: parsed });
    return { status: response.status, headers: response.headers, text, body: parsed };
  };
  return {
    url,
    port: ingress.port,
    context,
    databaseUrl: database.databaseUrl,
    organization,
    log,
    workflow: async (components, { publish = true, connections = [] } = {}) => {
      const { id } = await management.createWorkflow(actor, { name: 'Test', description: '', components, connections });
      if (publish) await management.publishWorkflow(actor, id, UNCHECKED);
      return id;
    },
    token: async (workflowId, componentId) => {
      const outcome = await management.createToken(actor, workflowId, componentId);
      if (outcome.kind !== 'created') throw new Error(outcome.kind);
      return outcome.value;
    },
    request,
    run: (body, headers = {}) =>
      request('POST', '/v1/workflow/run', {
        body,
        headers: { 'content-type': 'application/json', 'x-api-key': organization.apiKey, ...headers },
      }),
    connect: async () => {
      const client = new pg.Client({ connectionString: database.databaseUrl });
      clients.push(client);
      await client.connect();
      return client;
    },
    stop: async () => {
      loop.stop();
      await Promise.all(clients.map((client) => client.end()));
      await ingress.stop(5_000);
      await database.drop();
    },
  };
}

/**
 * Starts an ingress before the tests of a file or a suite, and stops it after them. The returned object is empty until
 * then, so use its properties only in tests and hooks.
 */
export function useTestIngress(options?: TestIngressOptions): TestIngress {
  const ingress = {} as TestIngress;
  beforeAll(async () => void Object.assign(ingress, await startTestIngress(options)));
  afterAll(() => ingress.stop?.());
  return ingress;
}

/** A component with a new id. */
export function component(type: string, config: JsonObject = {}, output?: string): Component {
  return { id: randomUUID(), type, config, ...(output !== undefined && { output }) };
}
