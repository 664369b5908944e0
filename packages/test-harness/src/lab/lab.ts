import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { migrate } from '@workflow/session-store';
import { Client } from 'pg';
import { RestartablePostgres } from '../servers/restartable-postgres.ts';
import { RestartableRedis } from '../servers/restartable-redis.ts';
import { createApiClient, type ApiClient } from '../system/api-client.ts';
import { createOrganization, type TestOrganization } from '../system/create-organization.ts';
import { bundledProgram } from '../servers/shared-bundles.ts';
import type { StillLoop } from '../loops/still-loop.ts';
import { ServiceProcess } from '../system/service-process.ts';
import { environmentForServices } from '../test-environment.ts';

export interface LabOptions {
  /** The queue: on a Redis of the lab, on PostgreSQL, or as `env` configures it. */
  backend: 'redis' | 'postgres' | 'env';
  ingresses?: number;
  executors?: number;
  executorConcurrency?: number;
  env?: Record<string, string>;
  /** Settings of PostgreSQL that differ from its defaults. */
  postgresSettings?: Record<string, string | number>;
  /** Variables of PostgreSQL. */
  postgresEnv?: Record<string, string>;
  /** Puts a proxy between the services and a server. Receives the server's port and returns the port to use. */
  between?: (server: 'postgres' | 'redis', port: number) => Promise<number>;
  /** Returns the address of PostgreSQL for the services. Called after PostgreSQL has started and was migrated. */
  addressOf?: (primary: RestartablePostgres) => Promise<string>;
  /** The folder in which PostgreSQL creates its data folder. */
  postgresWithin?: string;
  redisSettings?: Record<string, string>;
  /** Returns settings that only executors have. Called after PostgreSQL has started. */
  executorEnv?: (primary: RestartablePostgres) => Promise<Record<string, string>>;
  redisRunning?: boolean;
  /** Called after the migration and before the services start. */
  prepareDatabase?: (database: Client) => Promise<void>;
  wrapIngress?: (index: number) => string[];
  wrapExecutor?: (index: number) => string[];
  /** Called when the event loop of a service was blocked. Default: the current test file fails. */
  onStillLoop?: (still: StillLoop) => void;
}

/** The real system on its own durable servers, for the benchmark and the fault suite. */
export class Lab {
  postgres: RestartablePostgres;
  readonly redis: RestartableRedis | null;
  readonly ingresses: ServiceProcess[] = [];
  readonly executors: ServiceProcess[] = [];
  readonly ingressPorts: number[] = [];
  readonly executorMetricsPorts: number[] = [];
  readonly ingressMetricsPorts: number[] = [];
  readonly logFolder = mkdtempSync(join(tmpdir(), 'workflow-lab-logs-'));
  readonly organization: TestOrganization;
  readonly #env: Record<string, string>;
  readonly #executorEnv: Record<string, string>;
  readonly #options: LabOptions;
  readonly #formerPostgres: RestartablePostgres[] = [];
  #keepsLogs = true;

  private constructor(
    postgres: RestartablePostgres,
    redis: RestartableRedis | null,
    organization: TestOrganization,
    env: Record<string, string>,
    options: LabOptions,
    executorEnv: Record<string, string> = {},
  ) {
    this.#executorEnv = executorEnv;
    this.postgres = postgres;
    this.redis = redis;
    this.organization = organization;
    this.#env = env;
    this.#options = options;
  }

  static async start(options: LabOptions): Promise<Lab> {
    const postgres = new RestartablePostgres(
      { max_connections: 200, ...options.postgresSettings },
      options.postgresWithin,
      undefined,
      options.postgresEnv,
    );
    await postgres.start();
    const redis = options.backend === 'redis' ? await RestartableRedis.reserve(options.redisSettings) : null;
    if (options.redisRunning !== false) await redis?.start();
    await Promise.all([migrate(postgres.url), bundledProgram('ingress'), bundledProgram('executor')]);
    const { prepareDatabase } = options;
    if (prepareDatabase !== undefined) await withDatabase(postgres.url, prepareDatabase);
    const organization = await createOrganization(postgres.url, 'Lab');
    const via = options.between ?? (async (_server, port) => port);
    const addressOf =
      options.addressOf ??
      (async ({ port }) => `postgresql://postgres@127.0.0.1:${await via('postgres', port)}/postgres`);
    const env: Record<string, string> = {
      ...environmentForServices(),
      NODE_ENV: 'production',
      DATABASE_URL: await addressOf(postgres),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_SECRET: randomBytes(32).toString('base64'),
      EXECUTOR_CONCURRENCY: String(options.executorConcurrency ?? 100),
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      ...(redis && { REDIS_URL: `redis://127.0.0.1:${await via('redis', redis.port)}` }),
      ...options.env,
    };
    const lab = new Lab(postgres, redis, organization, env, options, await options.executorEnv?.(postgres));
    // An executor without its queue is not ready, so do not wait for it.
    const waitUntilReady = options.redisRunning !== false;
    try {
      await Promise.all([
        ...Array.from({ length: options.ingresses ?? 1 }, () => lab.addIngress()),
        ...Array.from({ length: options.executors ?? 1 }, () => lab.addExecutor({ waitUntilReady })),
      ]);
      return lab;
    } catch (error) {
      await lab.stop();
      throw error;
    }
  }

  /** A client of the first ingress with the organization's key. */
  get api(): ApiClient {
    return createApiClient(this.ingressUrl, this.organization.apiKey);
  }

  get ingressUrl(): string {
    return `http://127.0.0.1:${this.ingressPorts[0]!}`;
  }

  get services(): ServiceProcess[] {
    return [...this.ingresses, ...this.executors];
  }

  get #watch(): Pick<LabOptions, 'onStillLoop'> {
    const { onStillLoop } = this.#options;
    return onStillLoop === undefined ? {} : { onStillLoop };
  }

  async addIngress(): Promise<ServiceProcess> {
    const port = await freePort();
    const metricsPort = await freePort();
    const ingress = new ServiceProcess({
      service: 'ingress',
      env: { ...this.#env, PORT: String(port), HOST: '127.0.0.1', METRICS_PORT: String(metricsPort) },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
      logFile: join(this.logFolder, `ingress-${this.ingresses.length}.log`),
      wrapper: this.#options.wrapIngress?.(this.ingresses.length) ?? [],
      supervised: true,
      ...this.#watch,
    });
    this.ingresses.push(ingress);
    this.ingressPorts.push(port);
    this.ingressMetricsPorts.push(metricsPort);
    ingress.start();
    await ingress.untilReady();
    return ingress;
  }

  async addExecutor({ waitUntilReady = true } = {}): Promise<ServiceProcess> {
    const metricsPort = await freePort();
    const index = this.executors.length;
    const executor = new ServiceProcess({
      service: 'executor',
      env: { ...this.#env, ...this.#executorEnv, EXECUTOR_METRICS_PORT: String(metricsPort) },
      readyUrl: `http://127.0.0.1:${metricsPort}/readyz`,
      logFile: join(this.logFolder, `executor-${index}.log`),
      wrapper: this.#options.wrapExecutor?.(index) ?? [],
      supervised: true,
      ...this.#watch,
    });
    this.executors.push(executor);
    this.executorMetricsPorts.push(metricsPort);
    executor.start();
    if (waitUntilReady) await executor.untilReady();
    return executor;
  }

  /** Removes executors that were stopped for good. */
  forgetExecutors(): void {
    this.executors.length = 0;
    this.executorMetricsPorts.length = 0;
  }

  /** Replaces the lab's server, as after a failover. The proxy of `between` directs the services to it. */
  continueOn(postgres: RestartablePostgres): void {
    this.#formerPostgres.push(this.postgres);
    this.postgres = postgres;
  }

  /** Opens a direct connection to PostgreSQL without the proxy. */
  withDatabase<Result>(use: (database: Client) => Promise<Result>): Promise<Result> {
    return withDatabase(this.postgres.url, use);
  }

  /** Makes `stop` delete the logs of the services. Otherwise it prints their path. */
  forgetLogs(): void {
    this.#keepsLogs = false;
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await this.redis?.remove();
    for (const postgres of [this.postgres, ...this.#formerPostgres]) await postgres.remove();
    if (this.#keepsLogs) process.stderr.write(`The services' logs are in ${this.logFolder}\n`);
    else rmSync(this.logFolder, { recursive: true, force: true });
  }
}

async function withDatabase<Result>(url: string, use: (database: Client) => Promise<Result>): Promise<Result> {
  const database = new Client({ connectionString: url });
  // A killed server breaks the connection; the query reports the error.
  database.on('error', () => {});
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}
