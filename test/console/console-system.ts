import type { Browser, BrowserContext, Page } from 'playwright-core';
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

/** Signed in where nothing else is said. `startConsole()` gives each test file an admin of its own. */
export const ADMIN: Credentials = { ...FIRST_ADMIN };

/** The whole service with its console, and a browser. */
export interface ConsoleSystem {
  readonly baseUrl: string;
  readonly system: Pick<TestSystem, 'databaseUrl' | 'createOrganization'> & {
    apiFor(of: TestOrganization): ApiClient;
  };
  /** A separate browser context, signed in or not. Errors of the page are collected in `complaints`. */
  open(options?: {
    as?: Credentials | null;
    path?: string;
    viewport?: { width: number; height: number };
  }): Promise<Visit>;
  stop(): Promise<void>;
}

interface Credentials {
  email: string;
  password: string;
}

interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, uncaught exceptions, and what the content security policy refused. */
  complaints: string[];
}

/**
 * The console, as an admin of an organization of this test file in the system that all of them share. A file that
 * needs settings (`env`), or services that nobody else uses, has a system of its own.
 */
export async function startConsole(env?: Record<string, string>): Promise<ConsoleSystem> {
  const [{ baseUrl, system, stop }, browser] = await Promise.all([
    env === undefined ? joinConsole() : startOwnConsole(env),
    connectToBrowser(),
  ]);
  return {
    baseUrl,
    system,
    open: (options = {}) => open(browser, baseUrl, options),
    stop: async () => {
      // First: it keeps connections open that ingress would wait for.
      await browser.close();
      await stop();
    },
  };
}

type RunningSystem = Pick<ConsoleSystem, 'baseUrl' | 'system' | 'stop'>;

async function joinConsole(): Promise<RunningSystem> {
  const { databaseUrl, baseUrl, admin } = await openSharedConsole();
  Object.assign(ADMIN, admin);
  return {
    baseUrl,
    system: {
      databaseUrl,
      createOrganization: (name) => createOrganization(databaseUrl, name),
      apiFor: ({ apiKey }) => createApiClient(baseUrl, apiKey),
    },
    stop: async () => {},
  };
}

async function startOwnConsole(env: Record<string, string>): Promise<RunningSystem> {
  // Ingress looks for it when it starts.
  await ensureConsoleIsBuilt();
  const system = await startSystem({ backend: 'postgres', env });
  const ingress = system.ingresses[0];
  if (!ingress) throw new Error('No ingress runs');
  return { baseUrl: ingress.baseUrl, system, stop: () => system.stop() };
}

async function open(
  browser: Browser,
  baseUrl: string,
  { as = ADMIN, path = '/', viewport = { width: 1440, height: 900 } }: Parameters<ConsoleSystem['open']>[0] & object,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport, acceptDownloads: true });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  if (as !== null) {
    const answer = await context.request.post('/api/auth/sign-in/email', { data: as, headers: { origin: baseUrl } });
    if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
  }
  await page.goto(path);
  return { page, context, complaints };
}
