import { SharedLoops } from '../loops/shared-loops.ts';
import type { LogLine } from './service-log.ts';
import { startSystem, type SystemOptions, type TestSystem } from './start-system.ts';

/** Opens the operator's routes of a shared system. */
export const SHARED_OPERATOR_KEY = 'the key of the operator of all tests';

/** Made by ingress; `makeConsoleAdmin` gives each test file one with the same password. */
export const FIRST_ADMIN = { email: 'ada@example.com', password: 'correct horse battery' };

// Nobody kills its executors: one that is late is alive.
const PATIENCE = { EXECUTOR_DEAD_AFTER_MS: '60000' };
const SYSTEM_OF_CONTRACTS = {
  ingresses: 2,
  executors: 2,
  env: {
    ...PATIENCE,
    HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
    // A test's own database is dropped when the test is over.
    CREDENTIAL_DATABASE_IDLE_MS: '500',
    OPERATOR_KEY: SHARED_OPERATOR_KEY,
    // Adds a line for each session.
    LOG_LEVEL: 'debug',
  },
};
const OPTIONS = {
  redis: { ...SYSTEM_OF_CONTRACTS, backend: 'redis' },
  postgres: { ...SYSTEM_OF_CONTRACTS, backend: 'postgres' },
  console: {
    backend: 'postgres',
    env: {
      ...PATIENCE,
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
      // Nothing listens there: for calls that fail and are tried again.
      HTTP_ALLOWED_ADDRESSES: '127.0.0.2',
    },
  },
} satisfies Record<string, SystemOptions>;

/** The system on a queue's backend, for contract tests, or the one with the console. */
export type SharedSystemKind = keyof typeof OPTIONS;

/** What a test file needs to use a system that another process started. */
export interface SharedSystemAddress {
  databaseUrl: string;
  ingressUrls: string[];
}

/** The running systems, each started when a test file first asks for it. */
export class SharedSystems {
  readonly loops = new SharedLoops();
  readonly #started = new Map<SharedSystemKind, Promise<TestSystem>>();

  /** @param file the test file that uses it from now on */
  async get(kind: SharedSystemKind, file: string): Promise<SharedSystemAddress> {
    let starting = this.#started.get(kind);
    if (starting === undefined) {
      starting = startSystem({
        ...OPTIONS[kind],
        outlivesTestFile: true,
        onStillLoop: (still) => this.loops.add(kind, still),
      });
      this.#started.set(kind, starting);
      starting.catch(() => this.#started.delete(kind));
    }
    const { databaseUrl, ingresses } = await starting;
    this.loops.begin(kind, file);
    return { databaseUrl, ingressUrls: ingresses.map(({ baseUrl }) => baseUrl) };
  }

  /** What its services have logged so far. */
  async log(kind: SharedSystemKind): Promise<LogLine[]> {
    const system = await this.#started.get(kind);
    return system === undefined ? [] : [...system.ingresses, ...system.executors].flatMap(({ log }) => log);
  }

  async stop(): Promise<void> {
    const systems = await Promise.allSettled(this.#started.values());
    this.#started.clear();
    await Promise.all(systems.map(async (system) => (system.status === 'fulfilled' ? system.value.stop() : undefined)));
  }
}
