import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { stopWithParent } from './stop-with-parent.ts';

const COMMAND_TIMEOUT_MS = 5_000;

/**
 * A Redis without persistence on a fixed port. It can be stopped, killed and started again empty, and ends with this
 * process. BullMQ requires `noeviction`.
 */
export class RestartableRedis {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'workflow-test-redis-'));
  #server: ChildProcess | null = null;
  #unwatch: () => Promise<void> = async () => {};

  readonly #settings: Record<string, string>;

  private constructor(port: number, settings: Record<string, string>) {
    this.port = port;
    this.#settings = settings;
  }

  /** Reserves a port without starting Redis, to configure a service with a Redis that does not run yet. */
  static async reserve(settings: Record<string, string> = {}): Promise<RestartableRedis> {
    return new RestartableRedis(await freePort(), settings);
  }

  /** Starts a Redis. @param settings options of `redis-server --name value` that override the common ones */
  static async start(settings: Record<string, string> = {}): Promise<RestartableRedis> {
    const redis = await RestartableRedis.reserve(settings);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#server!.pid!;
  }

  async start(): Promise<void> {
    const options = {
      port: this.port,
      bind: '127.0.0.1',
      save: '',
      appendonly: 'no',
      'maxmemory-policy': 'noeviction',
      dir: this.#folder,
      ...this.#settings,
    };
    const server = await startProgram(
      'redis-server',
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      { detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#server = server;
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: server.stdout! }).on('line', (line) => {
        lines.push(line);
        if (line.includes('Ready to accept connections')) resolve();
      });
      server.once('exit', () => reject(new Error(`redis-server did not start:\n${lines.join('\n')}`)));
    });
    server.unref();
    (server.stdout as unknown as { unref(): void }).unref();
    this.#unwatch = await stopWithParent(server.pid!, this.#folder);
  }

  signal(signal: NodeJS.Signals): void {
    this.#server?.kill(signal);
  }

  /** Sends one command in the inline form of Redis and returns the text of the reply. */
  command(command: string): Promise<string> {
    return redisCommand(this.port, command);
  }

  /** Sends SIGKILL and waits for the end. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.ref();
    server.kill('SIGKILL');
    await exited;
    await this.#unwatch();
  }

  /** Stops the server for good. */
  async remove(): Promise<void> {
    await this.kill();
    await this.#unwatch();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Sends one command in the inline form of Redis to the server on this port, and returns the text of the reply. */
export async function redisCommand(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`${command}\r\n`);
    const [reply] = (await once(socket, 'data', { signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS) })) as [Buffer];
    return reply.toString();
  } finally {
    socket.destroy();
  }
}
