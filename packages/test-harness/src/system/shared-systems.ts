import type { BackendKind } from '../backends.ts';
import type { LogLine } from './service-log.ts';
import { startSystem, type TestSystem } from './start-system.ts';

/** Opens the operator's routes of a shared system. */
export const SHARED_OPERATOR_KEY = 'the key of the operator of all tests';

/** What a test file needs to use a system that another process started. */
export interface SharedSystemAddress {
  databaseUrl: string;
  ingressUrls: string[];
}

/** A running system for each backend of the queue, started when a test file first asks for it. */
export class SharedSystems {
  readonly #started = new Map<BackendKind, Promise<TestSystem>>();

  async get(backend: BackendKind): Promise<SharedSystemAddress> {
    let starting = this.#started.get(backend);
    if (starting === undefined) {
      const env = {
        HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
        OPERATOR_KEY: SHARED_OPERATOR_KEY,
        // Nobody kills its executors: one that is late is alive.
        EXECUTOR_DEAD_AFTER_MS: '60000',
      };
      starting = startSystem({ backend, ingresses: 2, executors: 2, env, outlivesTestFile: true });
      this.#started.set(backend, starting);
      starting.catch(() => this.#started.delete(backend));
    }
    const { databaseUrl, ingresses } = await starting;
    return { databaseUrl, ingressUrls: ingresses.map(({ baseUrl }) => baseUrl) };
  }

  /** What its services have logged so far. */
  async log(backend: BackendKind): Promise<LogLine[]> {
    const system = await this.#started.get(backend);
    return system === undefined ? [] : [...system.ingresses, ...system.executors].flatMap(({ log }) => log);
  }

  async stop(): Promise<void> {
    const systems = await Promise.allSettled(this.#started.values());
    this.#started.clear();
    await Promise.all(systems.map(async (system) => (system.status === 'fulfilled' ? system.value.stop() : undefined)));
  }
}
