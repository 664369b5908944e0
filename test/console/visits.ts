import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface Credentials {
  email: string;
  password: string;
}

export interface OpenOptions {
  /** Null if nobody is signed in. */
  as?: Credentials | null;
  /** Omitted: a page of the service without the console, for tests that first create data. */
  path?: string;
  viewport?: { width: number; height: number };
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the console, uncaught exceptions, and violations of the content security policy. */
  readonly complaints: string[];
  /**
   * Leaves the context to the next test of the file, or of the worker's next file. The context has the console's code
   * loaded and compiled, which is most of the cost of opening one. It is signed in, if the next test uses the same
   * person. Stored data, routes, permissions and media are reset. After `page.on`, `addInitScript`, a clock, or a
   * sign-out, close the context instead.
   */
  leave(): Promise<void>;
}

const NO_CONSOLE = '/healthz';
const VIEWPORT = { width: 1440, height: 900 };

interface Opened {
  email: string | null;
  readonly page: Page;
  readonly context: BrowserContext;
  /** The complaints of the test that currently uses it. */
  complaints: string[];
}

/** The contexts of a test file, and those that earlier files of the worker left. */
export class Visits {
  readonly baseUrl: string;
  readonly #browser: Browser;
  readonly #left: Opened[] = [];
  /** Contexts in use. Their test may have been stopped half-way, or have closed its context. */
  readonly #taken = new Set<Opened>();

  constructor(browser: Browser, baseUrl: string) {
    this.#browser = browser;
    this.baseUrl = baseUrl;
  }

  /** Returns true if its pages can be used, which is not the case after Chromium has ended. */
  get isConnected(): boolean {
    return this.#browser.isConnected();
  }

  async open({ as = null, path, viewport = VIEWPORT }: OpenOptions): Promise<Visit> {
    const left = this.#takeLeft(as);
    const opened = left ?? (await this.#make());
    this.#taken.add(opened);
    // A context that was opened without a sign-in may be signed in by now.
    if (as === null || opened.email !== as.email) await this.#signIn(opened, as);
    const { page, context } = opened;
    opened.complaints = [];
    await page.setViewportSize(viewport);
    if (left === undefined || path !== undefined) await page.goto(path ?? NO_CONSOLE);
    const leave = async (): Promise<void> => {
      await reset(opened);
      this.#taken.delete(opened);
      this.#left.push(opened);
    };
    return { page, context, complaints: opened.complaints, leave };
  }

  /** Closes the contexts that a test file has opened and not left. */
  async endFile(): Promise<void> {
    const taken = [...this.#taken];
    this.#taken.clear();
    await Promise.all(taken.map(({ context }) => context.close()));
  }

  /** Closes every context. */
  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Returns a left context that is signed in as this person, or any other one. */
  #takeLeft(as: Credentials | null): Opened | undefined {
    const at = as === null ? -1 : this.#left.findIndex(({ email }) => email === as.email);
    return at < 0 ? this.#left.shift() : this.#left.splice(at, 1)[0];
  }

  async #signIn(opened: Opened, as: Credentials | null): Promise<void> {
    const { context } = opened;
    await context.clearCookies();
    opened.email = as?.email ?? null;
    if (as === null) return;
    const headers = { origin: this.baseUrl };
    const answer = await context.request.post('/api/auth/sign-in/email', { data: as, headers });
    if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
  }

  async #make(): Promise<Opened> {
    const context = await this.#browser.newContext({ baseURL: this.baseUrl, acceptDownloads: true });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const opened: Opened = { email: null, page, context, complaints: [] };
    page.on('pageerror', (error) => opened.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        opened.complaints.push(message.text());
    });
    return opened;
  }
}

async function reset({ page, context }: Opened): Promise<void> {
  await context.setOffline(false);
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  // Leaves the console before the storage of the pages is cleared, because a page may store its state when it is left.
  await page.goto(NO_CONSOLE);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
