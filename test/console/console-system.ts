import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startSystem, type TestSystem } from '@workflow/test-harness';
import { launchBrowser } from './browser.ts';

export const ADMIN = { email: 'ada@example.com', password: 'correct horse battery' };

const CONSOLE = join(import.meta.dirname, '../../packages/console');

/** The whole service with its console, and a browser in front of it. */
export interface ConsoleSystem {
  readonly baseUrl: string;
  readonly system: TestSystem;
  /** A browser of its own, signed in or not. What the page complains of is gathered in `complaints`. */
  open(options?: { as?: Credentials | null; path?: string; viewport?: { width: number; height: number } }): Promise<Visit>;
  stop(): Promise<void>;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, uncaught exceptions, and what the content security policy refused. */
  complaints: string[];
}

export async function startConsole(env: Record<string, string> = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }): Promise<ConsoleSystem> {
  buildConsole();
  const system = await startSystem({ backend: 'postgres', env });
  const ingress = system.ingresses[0];
  if (!ingress) throw new Error('No ingress runs');
  const { baseUrl } = ingress;
  const browser = await launchBrowser();
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

async function open(browser: Browser, baseUrl: string, { as = ADMIN, path = '/', viewport = { width: 1440, height: 900 } }: Parameters<ConsoleSystem['open']>[0] & object): Promise<Visit> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport, acceptDownloads: true });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  if (as !== null) {
    const answer = await context.request.post('/api/auth/sign-in/email', { data: as, headers: { origin: baseUrl } });
    if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
  }
  await page.goto(path);
  return { page, context, complaints };
}

/** Builds the console when its sources are newer than what was built. */
function buildConsole(): void {
  const built = join(CONSOLE, 'dist', 'index.html');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'];
  if (!sources.some((source) => newestChange(join(CONSOLE, source)) > builtAt)) return;
  const vite = join(dirname(createRequire(join(CONSOLE, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');
  const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: CONSOLE, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The console could not be built:\n${build.stdout}${build.stderr}`);
}

function newestChange(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name)))) : stat.mtimeMs;
}
