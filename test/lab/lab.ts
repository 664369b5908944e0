import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/test-harness';
import { migrate } from '@workflow/session-store';
import { Client } from 'pg';
import { addOrganization, type LabOrganization } from './lab-organization.ts';
import { PostgresUnderTest, RedisUnderTest } from './servers.ts';
import { ServiceProcess } from './service-process.ts';

export interface LabOptions {
  /** The queue: on Redis, or on PostgreSQL with nothing else running. */
  backend: 'redis' | 'postgres';
  ingresses?: number;
  executors?: number;
  executorConcurrency?: number;
  env?: Record<string, string>;
  /** Settings of PostgreSQL beyond its defaults. */
  postgresSettings?: Record<string, string | number>;
  /** Puts something between the services and a server: gets its port, answers the port to use. */
  between?: (server: 'postgres' | 'redis', port: number) => Promise<number>;
  redisRunning?: boolean;
  /** Called when migrated, before the services start. */
  prepareDatabase?: (database: Client) => Promise<void>;
  wrapExecutor?: (index: number) => string[];
}

/** The real system on servers of its own, with durability on: what the benchmark and the fault suite measure. */
export class Lab {
  readonly postgres: PostgresUnderTest;
  readonly redis: RedisUnderTest | null;
  readonly ingresses: ServiceProcess[] = [];
  readonly executors: ServiceProcess[] = [];
  readonly ingressPorts: number[] = [];
  readonly executorMetricsPorts: number[] = [];
  readonly ingressMetricsPorts: number[] = [];
  readonly logFolder = mkdtempSync(join(tmpdir(), 'workflow-lab-logs-'));
  readonly organization: LabOrganization;
  readonly #env: Record<string, string>;
  readonly #options: LabOptions;

  private constructor(postgres: PostgresUnderTest, redis: RedisUnderTest | null, organization: LabOrganization, env: Record<string, string>, options: LabOptions) {
    this.postgres = postgres;
    this.redis = redis;
    this.organization = organization;
    this.#env = env;
    this.#options = options;
  }

  static async start(options: LabOptions): Promise<Lab> {
    const postgres = new PostgresUnderTest(options.postgresSettings);
    await postgres.start();
    const redis = options.backend === 'redis' ? new RedisUnderTest() : null;
    if (options.redisRunning === false) await redis?.reserve();
    else await redis?.start();
    await migrate(postgres.url);
    const organization = await withDatabase(postgres.url, async (database) => {
      await options.prepareDatabase?.(database);
      return addOrganization(database, 'Lab');
    });
    const via = options.between ?? (async (_server, port) => port);
    const env: Record<string, string> = {
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${await via('postgres', postgres.port)}/postgres`,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_SECRET: randomBytes(32).toString('base64'),
      EXECUTOR_CONCURRENCY: String(options.executorConcurrency ?? 100),
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      ...(redis && { REDIS_URL: `redis://127.0.0.1:${await via('redis', redis.port)}` }),
      ...options.env,
    };
    const lab = new Lab(postgres, redis, organization, env, options);
    try {
      for (let index = 0; index < (options.ingresses ?? 1); index += 1) await lab.addIngress();
      for (let index = 0; index < (options.executors ?? 1); index += 1) await lab.addExecutor();
      return lab;
    } catch (error) {
      await lab.stop();
      throw error;
    }
  }

  get ingressUrl(): string {
    return `http://127.0.0.1:${this.ingressPorts[0]!}`;
  }

  async addIngress(): Promise<ServiceProcess> {
    const port = await freePort();
    const metricsPort = await freePort();
    const ingress = new ServiceProcess({
      service: 'ingress',
      env: { ...this.#env, PORT: String(port), HOST: '127.0.0.1', METRICS_PORT: String(metricsPort) },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
      logFile: join(this.logFolder, `ingress-${this.ingresses.length}.log`),
    });
    this.ingresses.push(ingress);
    await ingress.start();
    this.ingressPorts.push(port);
    this.ingressMetricsPorts.push(metricsPort);
    return ingress;
  }

  async addExecutor({ waitUntilReady = true } = {}): Promise<ServiceProcess> {
    const metricsPort = await freePort();
    const index = this.executors.length;
    const executor = new ServiceProcess({
      service: 'executor',
      env: { ...this.#env, EXECUTOR_METRICS_PORT: String(metricsPort) },
      readyUrl: `http://127.0.0.1:${metricsPort}/readyz`,
      logFile: join(this.logFolder, `executor-${index}.log`),
      wrapper: this.#options.wrapExecutor?.(index) ?? [],
    });
    this.executors.push(executor);
    await executor.start({ waitUntilReady });
    this.executorMetricsPorts.push(metricsPort);
    return executor;
  }

  /** Executors that were stopped for good no longer count. */
  forgetExecutors(): void {
    this.executors.length = 0;
    this.executorMetricsPorts.length = 0;
  }

  /** A connection past everything that stands between the services and PostgreSQL. */
  withDatabase<Result>(use: (database: Client) => Promise<Result>): Promise<Result> {
    return withDatabase(this.postgres.url, use);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.executors, ...this.ingresses].map((service) => service.stop()));
    await this.redis?.remove();
    await this.postgres.remove();
  }
}

async function withDatabase<Result>(url: string, use: (database: Client) => Promise<Result>): Promise<Result> {
  const database = new Client({ connectionString: url });
  // A server that is killed on purpose breaks the connection: the query says so.
  database.on('error', () => {});
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}
