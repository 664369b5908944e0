import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster, freePort, startPostgres, type PostgresServer } from '@workflow/local-stack';
import { readTestEnvironment } from '../test-environment.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** A PostgreSQL on a fixed port that can be killed and started again with its data. It ends with this process. */
export class RestartablePostgres {
  readonly settings: Record<string, string | number>;
  readonly #folder: string;
  readonly #home: { home?: string };
  readonly #env: Record<string, string>;
  #server: PostgresServer | null = null;
  #unwatch: () => Promise<void> = async () => {};
  #port = 0;
  /** Number of statements that the server has logged. It needs `log_statement=all`. */
  statements = 0;

  /**
   * Creates a server.
   * @param settings settings that differ from the defaults, with which it is durable
   * @param within the folder in which it creates its data folder
   * @param home the folder with `bin/postgres`; null for the one of the embedded PostgreSQL
   * @param env variables of the server
   */
  constructor(
    settings: Record<string, string | number> = {},
    within = tmpdir(),
    home: string | null = readTestEnvironment().postgresHome,
    env: Record<string, string> = {},
  ) {
    this.settings = settings;
    this.#env = env;
    this.#home = home === null ? {} : { home };
    this.#folder = mkdtempSync(join(within, 'workflow-test-postgres-'));
    // PostgreSQL runs under another account when this process is root.
    chmodSync(this.#folder, 0o755);
  }

  /** Created at the first start, unless it exists. */
  get dataDir(): string {
    return join(this.#folder, 'data');
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  /** True if the server ended by itself. */
  get ended(): boolean {
    const server = this.#server?.process;
    return server !== undefined && (server.exitCode !== null || server.signalCode !== null);
  }

  /** The process id of the postmaster, whose children execute statements. */
  get pid(): number {
    return this.#server!.process.pid!;
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    if (!existsSync(this.dataDir)) createCluster(this.dataDir, this.#home);
    this.#server = await startPostgres({
      ...this.#home,
      dataDir: this.dataDir,
      port: this.#port,
      settings: this.settings,
      env: this.#env,
      onLog: (line) => this.#count(line),
    });
    const { process: server } = this.#server;
    server.unref();
    (server.stderr as unknown as { unref(): void }).unref();
    this.#unwatch = await stopWithParent(server.pid!, this.#folder);
  }

  #count(line: string): void {
    if (/LOG: {2}(statement|execute )/.test(line)) this.statements += 1;
  }

  /** Sends SIGKILL to the postmaster and all its children, as in a power failure. */
  async kill(): Promise<void> {
    const server = this.#server!.process;
    const exited = once(server, 'exit');
    server.ref();
    // startPostgres gives the server its own process group.
    process.kill(-server.pid!, 'SIGKILL');
    await exited;
    await this.#unwatch();
  }

  /** Stops the server for good and deletes its data. */
  async remove(): Promise<void> {
    this.#server?.process.ref();
    await this.#server?.stop();
    await this.#unwatch();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
