import { randomBytes } from 'node:crypto';
import { freePort } from '@workflow/local-stack';
import { testRedisUrl, type BackendKind } from '../backends.ts';
import { bundledProgram } from '../servers/shared-bundles.ts';
import type { StillLoop } from '../loops/still-loop.ts';
import { createTestDatabase } from '../test-database.ts';
import { environmentForServices } from '../test-environment.ts';
import { testQueueName } from '../test-queue-name.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { createOrganization, type TestOrganization } from './create-organization.ts';
import { ServiceProcess } from './service-process.ts';

export interface SystemOptions {
  backend: BackendKind;
  ingresses?: number;
  executors?: number;
  /** Variables for both services, in addition to those that the system sets. */
  env?: Record<string, string> | ((databaseUrl: string) => Record<string, string>);
  /** Starts a proxy between the services and PostgreSQL, such as PgBouncer. It is stopped after them. */
  databaseThrough?: (databaseUrl: string) => Promise<{ databaseUrl: string; stop(): Promise<void> }>;
  /** true: test files share the system, so the file that requested it need not stop it. */
  outlivesTestFile?: boolean;
  /** Called when an event loop was blocked. Default: the current test file fails. */
  onStillLoop?: (still: StillLoop) => void;
}

export interface RunningIngress extends ServiceProcess {
  readonly baseUrl: string;
}

/** Real processes of both services with a separate database and queue. */
export interface TestSystem {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  readonly queueName: string;
  readonly organization: TestOrganization;
  /** A client of the first ingress with the organization's key. */
  readonly api: ApiClient;
  readonly ingresses: RunningIngress[];
  readonly executors: ServiceProcess[];
  startIngress(env?: Record<string, string>): Promise<RunningIngress>;
  startExecutor(env?: Record<string, string>): Promise<ServiceProcess>;
  createOrganization(name?: string): Promise<TestOrganization>;
  apiFor(organization: TestOrganization, ingress?: RunningIngress): ApiClient;
  /** Stops executors, then ingresses, and drops the database, which fails if a connection was leaked. */
  stop(): Promise<void>;
}

/** Long timeouts, because the machine may be loaded and most tests do not test timeouts. */
const PATIENCE = {
  ANSWER_TIMEOUT_MS: '40000',
  DATABASE_STATEMENT_TIMEOUT_MS: '30000',
  DATABASE_CONNECT_TIMEOUT_MS: '30000',
  EXPRESSION_SANDBOX_TIMEOUT_MS: '20000',
};

export async function startSystem(options: SystemOptions): Promise<TestSystem> {
  await Promise.all([bundledProgram('ingress'), bundledProgram('executor')]);
  const database = await createTestDatabase({ outlivesTestFile: options.outlivesTestFile ?? false });
  const redisUrl = options.backend === 'redis' ? await testRedisUrl() : null;
  const queueName = testQueueName();
  const between = await options.databaseThrough?.(database.databaseUrl);
  const env: Record<string, string> = {
    ...environmentForServices(),
    DATABASE_URL: between?.databaseUrl ?? database.databaseUrl,
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    QUEUE_NAME: queueName,
    SECRETS_KEY: randomBytes(32).toString('base64url'),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_MS: '0',
    ...PATIENCE,
    ...(typeof options.env === 'function' ? options.env(database.databaseUrl) : options.env),
  };
  const watch = options.onStillLoop === undefined ? {} : { onStillLoop: options.onStillLoop };
  const ingresses: RunningIngress[] = [];
  const executors: ServiceProcess[] = [];
  const startIngress: TestSystem['startIngress'] = async (more = {}) => {
    const ingress = new ServiceProcess({ service: 'ingress', env: { ...env, ...more }, ...watch });
    const running = await untilListening(ingress);
    ingresses.push(running);
    return running;
  };
  const startExecutor: TestSystem['startExecutor'] = async (more = {}) => {
    const metricsPort = more['EXECUTOR_METRICS_PORT'] ?? String(await freePort());
    const executor = new ServiceProcess({
      service: 'executor',
      env: { ...env, EXECUTOR_METRICS_PORT: metricsPort, ...more },
      readyUrl: `http://127.0.0.1:${metricsPort}/readyz`,
      ...watch,
    });
    executors.push(executor);
    executor.start();
    await executor.untilReady();
    return executor;
  };
  const stop = (): Promise<void> =>
    stopAll(executors, ingresses, async () => {
      await between?.stop();
      await database.drop();
    });
  try {
    const organization = await createOrganization(database.databaseUrl);
    await Promise.all([
      ...times(options.ingresses ?? 1, () => startIngress()),
      ...times(options.executors ?? 1, () => startExecutor()),
    ]);
    const apiFor: TestSystem['apiFor'] = (of, ingress = ingresses[0]!) => createApiClient(ingress.baseUrl, of.apiKey);
    return {
      databaseUrl: database.databaseUrl,
      redisUrl,
      queueName,
      organization,
      ingresses,
      executors,
      startIngress,
      startExecutor,
      apiFor,
      stop,
      api:
        (options.ingresses ?? 1) > 0
          ? apiFor(organization)
          : createApiClient('http://127.0.0.1:9', organization.apiKey),
      createOrganization: (name) => createOrganization(database.databaseUrl, name),
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function untilListening(ingress: ServiceProcess): Promise<RunningIngress> {
  ingress.start();
  try {
    const line = await ingress.untilLogged(({ msg, port }) => msg === 'listening' && port !== undefined);
    await ingress.watchLoop();
    return Object.assign(ingress, { baseUrl: `http://127.0.0.1:${String(line['port'])}` });
  } catch (error) {
    await ingress.kill();
    throw error;
  }
}

async function stopAll(
  executors: ServiceProcess[],
  ingresses: ServiceProcess[],
  dropDatabase: () => Promise<void>,
): Promise<void> {
  await Promise.all(executors.map((executor) => executor.stop()));
  await Promise.all(ingresses.map((ingress) => ingress.stop()));
  await dropDatabase();
}

function times<Result>(count: number, make: () => Result): Result[] {
  return Array.from({ length: count }, make);
}
