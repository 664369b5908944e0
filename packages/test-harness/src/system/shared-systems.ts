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

/** A system that no test file has used for so long costs more than a new one: its idle services look for work. */
const UNUSED_MS = 20_000;

/** The running systems, each started when a test file first asks for it, and stopped when none has used it for long. */
export class SharedSystems {
  readonly loops = new SharedLoops();
  readonly #start: typeof startSystem;
  readonly #started = new Map<SharedSystemKind, Promise<TestSystem>>();
  readonly #unused = new Map<SharedSystemKind, NodeJS.Timeout>();
  /** Of systems that were stopped because nobody used them. */
  readonly #stops: Promise<void>[] = [];

  constructor(start: typeof startSystem = startSystem) {
    this.#start = start;
  }

  /** @param file the test file that uses it until `end(file)` */
  async get(kind: SharedSystemKind, file: string): Promise<SharedSystemAddress> {
    clearTimeout(this.#unused.get(kind));
    let starting = this.#started.get(kind);
    if (starting === undefined) {
      starting = this.#start({
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

  /** The test file is over. @returns which event loops of the services stood still meanwhile, in words */
  end(file: string): string[] {
    const stoodStill = this.loops.end(file);
    for (const kind of this.#started.keys()) {
      if (this.loops.isInUse(kind)) continue;
      clearTimeout(this.#unused.get(kind));
      this.#unused.set(kind, setTimeout(() => this.#stopUnused(kind), UNUSED_MS).unref());
    }
    return stoodStill;
  }

  /** What its services have logged so far. */
  async log(kind: SharedSystemKind): Promise<LogLine[]> {
    const system = await this.#started.get(kind);
    return system === undefined ? [] : [...system.ingresses, ...system.executors].flatMap(({ log }) => log);
  }

  /** @throws when one that was stopped before did not stop as it should */
  async stop(): Promise<void> {
    for (const timer of this.#unused.values()) clearTimeout(timer);
    const systems = await Promise.allSettled(this.#started.values());
    this.#started.clear();
    await Promise.all(systems.map(async (system) => (system.status === 'fulfilled' ? system.value.stop() : undefined)));
    await Promise.all(this.#stops);
  }

  #stopUnused(kind: SharedSystemKind): void {
    const started = this.#started.get(kind);
    if (started === undefined || this.loops.isInUse(kind)) return;
    this.#started.delete(kind);
    const stop = started.then((system) => system.stop());
    // Told at the end of the run.
    stop.catch(() => undefined);
    this.#stops.push(stop);
  }
}
