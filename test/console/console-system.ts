import {
  createApiClient,
  createOrganization,
  ensureConsoleIsBuilt,
  FIRST_ADMIN,
  openSharedConsole,
  startSystem,
  type ApiClient,
  type TestOrganization,
  type TestSystem,
} from '@workflow/test-harness';
import { connectToBrowser } from './browser.ts';
import { type Credentials, type OpenOptions, type Visit, Visits } from './visits.ts';

/** The default user. `startConsole()` gives each test file a separate admin. */
export const ADMIN: Credentials = { ...FIRST_ADMIN };

/** The whole service with its console, and a browser. */
export interface ConsoleSystem {
  readonly baseUrl: string;
  readonly system: Pick<TestSystem, 'databaseUrl' | 'createOrganization'> & {
    apiFor(of: TestOrganization): ApiClient;
  };
  /**
   * Opens a separate browser context, signed in or not. For the admin it may reuse one that an earlier test left
   * (`Visit.leave`). Errors of the page are collected in `complaints`.
   */
  open(options?: OpenOptions): Promise<Visit>;
  /** Starts another executor. Only for a file with a separate system. */
  startExecutor(env: Record<string, string>): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Returns the console for an admin with a separate organization in the system that all test files share. A file that
 * needs settings (`env`), or services that nobody else uses, gets a separate system.
 */
export async function startConsole(env?: Record<string, string>): Promise<ConsoleSystem> {
  const { system, visits, startExecutor, stop } = env === undefined ? await joinConsole() : await startOwnConsole(env);
  return {
    baseUrl: visits.baseUrl,
    system,
    open: (options = {}) => visits.open({ as: ADMIN, ...options }),
    startExecutor,
    stop,
  };
}

/** The contexts of this worker for the shared console. */
let shared: Visits | undefined;

/** A page costs less than half if an earlier file of the worker has left it. */
async function sharedVisits(baseUrl: string): Promise<Visits> {
  if (shared?.isConnected === true && shared.baseUrl === baseUrl) return shared;
  await shared?.close();
  shared = new Visits(await connectToBrowser(), baseUrl);
  return shared;
}

interface RunningSystem extends Pick<ConsoleSystem, 'system' | 'startExecutor' | 'stop'> {
  visits: Visits;
}

async function joinConsole(): Promise<RunningSystem> {
  const { databaseUrl, baseUrl, admin } = await openSharedConsole();
  Object.assign(ADMIN, admin);
  const visits = await sharedVisits(baseUrl);
  return {
    visits,
    system: {
      databaseUrl,
      createOrganization: (name) => createOrganization(databaseUrl, name),
      apiFor: ({ apiKey }) => createApiClient(baseUrl, apiKey),
    },
    startExecutor: () => Promise.reject(new Error('The system is shared. Give the file a separate one')),
    stop: () => visits.endFile(),
  };
}

async function startOwnConsole(env: Record<string, string>): Promise<RunningSystem> {
  // Ingress reads the built console when it starts.
  await ensureConsoleIsBuilt();
  const system = await startSystem({ backend: 'postgres', env });
  const ingress = system.ingresses[0];
  if (!ingress) throw new Error('No ingress runs');
  const visits = new Visits(await connectToBrowser(), ingress.baseUrl);
  return {
    system,
    visits,
    startExecutor: (more) => system.startExecutor(more),
    stop: async () => {
      // The contexts are closed first, because they keep connections open that ingress would wait for.
      await visits.close();
      await system.stop();
    },
  };
}
