import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bundledProgram,
  createApiClient,
  environmentForServices,
  freePort,
  ServiceProcess,
  type ApiClient,
  type RestartablePostgres,
  type RestartableRedis,
} from '@workflow/test-harness';

const ROOT = join(import.meta.dirname, '../../..');
/** Replaces the previous release until there is one: the last commit of the day before the version in development. */
const BEFORE_THE_FIRST_RELEASE = 'e3926f14a70ccabd94ba1ac7180b53e80c9727d7';

function run(program: string, command: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(program, command, { cwd, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${command.join(' ')}: ${error?.message ?? ''}${stdout}${stderr.slice(-2_000)}`);
  return stdout.trim();
}

/** The code of one release: its services and its migrations. */
export class Release {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static current(): Release {
    return new Release(ROOT);
  }

  /**
   * Returns the code of `PREVIOUS_RELEASE` (a tag or commit), of the newest version tag, or of the commit that replaces
   * it, installed in a separate folder. @throws if the repository does not contain it, such as a shallow clone
   */
  static previous(): Release {
    const newestTag = run('git', ['tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD'], ROOT);
    const wanted = process.env['PREVIOUS_RELEASE'] || newestTag.split('\n')[0] || BEFORE_THE_FIRST_RELEASE;
    const root = join(mkdtempSync(join(tmpdir(), 'workflow-previous-')), 'code');
    mkdirSync(root);
    const archive = join(root, '..', 'code.tar');
    run('git', ['archive', '--output', archive, wanted], ROOT);
    run('tar', ['-xf', archive], root);
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], root);
    process.stderr.write(`the previous release is ${wanted}\n`);
    return new Release(root);
  }

  remove(): void {
    if (this.#root !== ROOT) rmSync(join(this.#root, '..'), { recursive: true, force: true });
  }

  /** Applies the migrations. @returns the names of those that it applied */
  migrate(databaseUrl: string): string[] {
    const main = join(this.#root, 'packages/session-store/src/migrate-main.ts');
    const written = run(process.execPath, [main], this.#root, {
      ...environmentForServices(),
      DATABASE_URL: databaseUrl,
    });
    return /^Applied (.*)\.$/m.exec(written)?.[1]?.split(', ') ?? [];
  }

  /** Returns the program of a service. An older release is run from its sources, which every release has. */
  async #program(service: 'ingress' | 'executor'): Promise<string> {
    return this.#root === ROOT ? bundledProgram(service) : join(this.#root, 'services', service, 'src/main.ts');
  }

  /** Starts a service without waiting until it is ready. */
  async start(service: 'ingress' | 'executor', stack: Stack): Promise<Running> {
    const port = await freePort();
    const readyUrl = `http://127.0.0.1:${port}/readyz`;
    const ports = service === 'ingress' ? { PORT: `${port}`, HOST: '127.0.0.1' } : { EXECUTOR_METRICS_PORT: `${port}` };
    const process = new ServiceProcess({
      service,
      entry: await this.#program(service),
      env: { ...stack.env, ...ports },
      readyUrl,
    });
    process.start();
    return { process, readyUrl, apiFor: (apiKey) => createApiClient(`http://127.0.0.1:${port}`, apiKey) };
  }
}

export interface Running {
  process: ServiceProcess;
  readyUrl: string;
  /** Returns a client of this ingress. */
  apiFor(apiKey: string): ApiClient;
}

export interface Stack {
  env: Record<string, string>;
}

/** Returns the settings of services of any release on these servers. Without Redis, the queue is on PostgreSQL. */
export function stackOn(postgres: RestartablePostgres, redis: RestartableRedis | null): Stack {
  return {
    env: {
      ...environmentForServices(),
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      ...(redis !== null && { REDIS_URL: redis.url }),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_SECRET: randomBytes(32).toString('base64'),
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      // A service compiles much code for its first request; that time is not tested here.
      ANSWER_TIMEOUT_MS: '30000',
    },
  };
}
