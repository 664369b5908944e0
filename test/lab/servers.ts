import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster, startPostgres, type PostgresServer } from '@workflow/local-stack';
import { freePort } from '@workflow/test-harness';
import { endWithProcess } from './end-with-process.ts';

/** A PostgreSQL with durability on, on a port that stays, that can be killed and started again on its data. */
export class PostgresUnderTest {
  readonly #folder: string;
  readonly #settings: Record<string, string | number>;
  #server: PostgresServer | null = null;
  port = 0;
  /** Statements that the server logged so far, with `log_statement=all`. */
  statements = 0;

  constructor(settings: Record<string, string | number> = {}) {
    this.#folder = mkdtempSync(join(tmpdir(), 'workflow-lab-postgres-'));
    this.#settings = settings;
    chmodSync(this.#folder, 0o755);
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  get pid(): number {
    return this.#server!.process.pid!;
  }

  async start(): Promise<void> {
    const dataDir = join(this.#folder, 'data');
    if (this.port === 0) {
      this.port = await freePort();
      createCluster(dataDir);
    }
    this.#server = await startPostgres({ dataDir, port: this.port, settings: { max_connections: 200, ...this.#settings }, onLog: (line) => this.#count(line) });
    endWithProcess(this.#server.process);
  }

  #count(line: string): void {
    if (/LOG: {2}(statement|execute )/.test(line)) this.statements += 1;
  }

  /** SIGKILL to the postmaster and all its children, as a power cut. */
  async kill(): Promise<void> {
    const exited = once(this.#server!.process, 'exit');
    // startPostgres gives the server a process group of its own.
    process.kill(-this.pid, 'SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A Redis on a port that stays, that can be stopped, killed and started empty. */
export class RedisUnderTest {
  readonly #folder = mkdtempSync(join(tmpdir(), 'workflow-lab-redis-'));
  #server: ChildProcess | null = null;
  port = 0;

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#server!.pid!;
  }

  /** Chooses the port without starting: a service can be told a Redis that is not there yet. */
  async reserve(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
  }

  async start(): Promise<void> {
    await this.reserve();
    const options = { port: this.port, bind: '127.0.0.1', save: '', appendonly: 'no', 'maxmemory-policy': 'noeviction', dir: this.#folder };
    const server = spawn('redis-server', Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]), {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#server = server;
    endWithProcess(server);
    for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
    server.stdout.resume();
  }

  signal(signal: NodeJS.Signals): void {
    this.#server?.kill(signal);
  }

  /** Sends one command in Redis's inline form and answers the reply's text. */
  async command(command: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      socket.write(`${command}\r\n`);
      const [reply] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer];
      return reply.toString();
    } finally {
      socket.destroy();
    }
  }

  async kill(): Promise<void> {
    const server = this.#server;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
