import { existsSync } from 'node:fs';
import type { BrowserServer } from 'playwright-core';
import { readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';

/** Headless Chromium is first, because it opens a page with half the CPU time. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Returns the path of Chromium, or null if none is installed. */
export function findChromium(): string | null {
  const { chromiumPath } = readTestEnvironment();
  return [...(chromiumPath === null ? [] : [chromiumPath]), ...CANDIDATES].find((path) => existsSync(path)) ?? null;
}

/**
 * Returns the address at which Playwright connects to the Chromium of this worker. The worker's test files run one
 * after the other. Each closes its own contexts, so no other file uses the clipboard or a trace at the same time.
 * @throws outside a test run
 */
export async function sharedBrowserAddress(): Promise<string> {
  const { brokerUrl, worker } = readTestEnvironment();
  if (brokerUrl === null) throw new Error('Only the test files of a run share a browser');
  return (await askBroker<{ wsEndpoint: string }>(brokerUrl, `/browser/${worker}`)).wsEndpoint;
}

/** Starts a Chromium for each worker when one of its test files first requests it. */
export class SharedBrowsers {
  readonly #started = new Map<string, Promise<BrowserServer>>();

  async get(worker: string): Promise<{ wsEndpoint: string }> {
    let starting = this.#started.get(worker);
    if (starting === undefined) {
      starting = launch();
      this.#started.set(worker, starting);
      const forget = () => this.#started.delete(worker);
      // The next file gets a new one if this one has ended.
      starting.then((browser) => browser.on('close', forget), forget);
    }
    return { wsEndpoint: (await starting).wsEndpoint() };
  }

  async stop(): Promise<void> {
    const browsers = await Promise.allSettled(this.#started.values());
    await Promise.all(browsers.map(async (browser) => (browser.status === 'fulfilled' ? browser.value.close() : null)));
  }
}

async function launch(): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium on this machine');
  // Imported here, because most runs of a few files need no browser.
  const { chromium } = await import('playwright-core');
  return chromium.launchServer({
    executablePath,
    host: '127.0.0.1',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
