import { SharedLoops } from '../loops/shared-loops.ts';
import type { LogLine } from './service-log.ts';
import { startSystem, type SystemOptions, type TestSystem } from './start-system.ts';

/** The operator's key of a shared system. */
export const SHARED_OPERATOR_KEY = 'the key of the operator of all tests';

/** The admin that ingress creates. `makeConsoleAdmin` gives each test file an admin with the same password. */
export const FIRST_ADMIN = { email: 'ada@example.com', password: 'correct horse battery' };

// Nobody kills the executors of a shared system, so a late one is alive.
const PATIENCE = { EXECUTOR_DEAD_AFTER_MS: '60000' };
const SYSTEM_OF_CONTRACTS = {
  ingresses: 2,
  executors: 2,
  env: {
    ...PATIENCE,
    HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
    // A test drops its own database when it ends.
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
      // Nothing listens at this address. It is for calls that fail and are tried again.
      HTTP_ALLOWED_ADDRESSES: '127.0.0.2',
    },
  },
} satisfies Record<string, SystemOptions>;

/** A system for contract tests, by the backend of its queue, or the system with the console. */
export type SharedSystemKind = keyof typeof OPTIONS;

/** The data with which a test file uses a system that another process started. */
export interface SharedSystemAddress {
  databaseUrl: string;
  ingressUrls: string[];
}

/** A system that is unused for this time is stopped: its idle services still use processor time. */
const UNUSED_MS = 20_000;

/** Starts each shared system when a test file first requests it, and stops it when none has used it for some time. */
export class SharedSystems {
  readonly loops = new SharedLoops();
  readonly #start: typeof startSystem;
  readonly #started = new Map<SharedSystemKind, Promise<TestSystem>>();
  readonly #unused = new Map<SharedSystemKind, NodeJS.Timeout>();
  /** Pending stops of unused systems. */
  readonly #stops: Promise<void>[] = [];

  constructor(start: typeof startSystem = startSystem) {
    this.#start = start;
  }

  /** Returns a system. @param file the test file that uses it until `end(file)` */
  async get(kind: SharedSystemKind, file: string): Promise<SharedSystemAddress> {
    clearTimeout(this.#unused.get(kind));
    // The system is in use while it starts, so that the end of another file does not stop it.
    this.loops.begin(kind, file);
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
    return { databaseUrl, ingressUrls: ingresses.map(({ baseUrl }) => baseUrl) };
  }

  /** Ends a test file. @returns descriptions of the event loops that were blocked during it */
  end(file: string): string[] {
    const stoodStill = this.loops.end(file);
    for (const kind of this.#started.keys()) {
      if (this.loops.isInUse(kind)) continue;
      clearTimeout(this.#unused.get(kind));
      this.#unused.set(kind, setTimeout(() => this.#stopUnused(kind), UNUSED_MS).unref());
    }
    return stoodStill;
  }

  /** Returns the log of its services so far. */
  async log(kind: SharedSystemKind): Promise<LogLine[]> {
    const system = await this.#started.get(kind);
    return system === undefined ? [] : [...system.ingresses, ...system.executors].flatMap(({ log }) => log);
  }

  /** Stops all systems. @throws when an earlier stop failed */
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
    // The failure is reported at the end of the run.
    stop.catch(() => undefined);
    this.#stops.push(stop);
  }
}
