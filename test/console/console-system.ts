import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ensureConsoleIsBuilt, startSystem, type TestSystem } from '@workflow/test-harness';
import { launchBrowser } from './browser.ts';

export const ADMIN = { email: 'ada@example.com', password: 'correct horse battery' };

/** The whole service with its console, and a browser. */
export interface ConsoleSystem {
  readonly baseUrl: string;
  readonly system: TestSystem;
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

const ENV_WITH_ADMIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

export async function startConsole(env: Record<string, string> = ENV_WITH_ADMIN): Promise<ConsoleSystem> {
  // Ingress looks for it when it starts.
  await ensureConsoleIsBuilt();
  const [system, browser] = await Promise.all([startSystem({ backend: 'postgres', env }), launchBrowser()]);
  const ingress = system.ingresses[0];
  if (!ingress) throw new Error('No ingress runs');
  const { baseUrl } = ingress;
  return {
    baseUrl,
    system,
    open: (options = {}) => open(browser, baseUrl, options),
    stop: async () => {
      // First: it keeps connections open that ingress would wait for.
      await browser.close();
      await system.stop();
    },
  };
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
