import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { testRedisUrl, type BackendKind } from '../backends.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { environmentForServices } from '../test-environment.ts';
import { testQueueName } from '../test-queue-name.ts';
import { waitFor } from '../wait-for.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { createOrganization, type TestOrganization } from './create-organization.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';

export interface SystemOptions {
  backend: BackendKind;
  ingresses?: number;
  executors?: number;
  /** For both services, on top of what the system sets itself. */
  env?: Record<string, string>;
}

export interface RunningIngress extends ServiceProcess {
  readonly baseUrl: string;
}

/** Real processes of both services with a database and a queue of their own. */
export interface TestSystem {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  readonly queueName: string;
  readonly organization: TestOrganization;
  /** Speaks to the first ingress with the organization's key. */
  readonly api: ApiClient;
  readonly ingresses: RunningIngress[];
  readonly executors: ServiceProcess[];
  startIngress(env?: Record<string, string>): Promise<RunningIngress>;
  startExecutor(env?: Record<string, string>): Promise<ServiceProcess>;
  createOrganization(name?: string): Promise<TestOrganization>;
  apiFor(organization: TestOrganization, ingress?: RunningIngress): ApiClient;
  /** Executors first, then ingresses, then the database is dropped, which fails when a connection is left. */
  stop(): Promise<void>;
}

const SERVICES = join(import.meta.dirname, '../../../../services');

export async function startSystem(options: SystemOptions): Promise<TestSystem> {
  const database = await createTestDatabase();
  const redisUrl = options.backend === 'redis' ? await testRedisUrl() : null;
  const queueName = testQueueName();
  const env: Record<string, string> = {
    ...environmentForServices(),
    DATABASE_URL: database.databaseUrl,
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    QUEUE_NAME: queueName,
    SECRETS_KEY: randomBytes(32).toString('base64url'),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_MS: '0',
    ...options.env,
  };
  const ingresses: RunningIngress[] = [];
  const executors: ServiceProcess[] = [];
  const startIngress: TestSystem['startIngress'] = async (more = {}) => {
    const ingress = startServiceProcess('ingress', join(SERVICES, 'ingress/src/main.ts'), { ...env, ...more });
    const running = await untilListening(ingress);
    ingresses.push(running);
    return running;
  };
  const startExecutor: TestSystem['startExecutor'] = async (more = {}) => {
    const metricsPort = more['EXECUTOR_METRICS_PORT'] ?? String(await freePort());
    const executor = startServiceProcess('executor', join(SERVICES, 'executor/src/main.ts'), { ...env, EXECUTOR_METRICS_PORT: metricsPort, ...more });
    executors.push(executor);
    await untilReady(executor, `http://127.0.0.1:${metricsPort}/readyz`);
    return executor;
  };
  const stop = (): Promise<void> => stopAll(executors, ingresses, database);
  try {
    const organization = await createOrganization(database.databaseUrl);
    await Promise.all([...times(options.ingresses ?? 1, () => startIngress()), ...times(options.executors ?? 1, () => startExecutor())]);
    const apiFor: TestSystem['apiFor'] = (of, ingress = ingresses[0]!) => createApiClient(ingress.baseUrl, of.apiKey);
    return {
      databaseUrl: database.databaseUrl, redisUrl, queueName, organization, ingresses, executors, startIngress, startExecutor, apiFor, stop,
      api: (options.ingresses ?? 1) > 0 ? apiFor(organization) : createApiClient('http://127.0.0.1:9', organization.apiKey),
      createOrganization: (name) => createOrganization(database.databaseUrl, name),
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function untilListening(ingress: ServiceProcess): Promise<RunningIngress> {
  try {
    const line = await ingress.untilLogged(({ msg, port }) => msg === 'listening' && port !== undefined);
    return Object.defineProperty(ingress, 'baseUrl', { value: `http://127.0.0.1:${String(line['port'])}`, enumerable: true }) as RunningIngress;
  } catch (error) {
    await ingress.kill();
    throw error;
  }
}

async function untilReady(service: ServiceProcess, url: string): Promise<void> {
  await waitFor(
    async () => {
      if (service.ended) return 'ended';
      const response = await fetch(url);
      await response.arrayBuffer();
      return response.ok;
    },
    { what: `${service.name} to be ready` },
  );
  if (service.ended) throw new Error(`${service.name} ended:\n${service.log.map((line) => JSON.stringify(line)).join('\n')}`);
}

async function stopAll(executors: ServiceProcess[], ingresses: ServiceProcess[], database: TestDatabase): Promise<void> {
  await Promise.all(executors.map((executor) => executor.stop()));
  await Promise.all(ingresses.map((ingress) => ingress.stop()));
  await database.drop();
}

function times<Result>(count: number, make: () => Result): Result[] {
  return Array.from({ length: count }, make);
}
