import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

interface TestFramework {
  describe: { (name: string, suite: () => void): void; skip(name: string, suite: () => void): void };
  test: (name: string, run: () => void) => void;
}

const CANDIDATES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const EXECUTABLE = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));

/**
 * A suite that needs Chromium. Without it the suite is skipped with a message, or fails if a skip is a failure
 * (CI=true).
 */
export function describeInBrowser(name: string, suite: () => void): void {
  const { describe, test } = globalThis as unknown as TestFramework;
  if (EXECUTABLE !== undefined) {
    describe(name, suite);
    return;
  }
  const reason = 'needs Chromium: install it, or set CHROMIUM_PATH';
  if (process.env['CI'] === 'true') {
    describe(name, () =>
      test(reason, () => {
        throw new Error(`"${name}" ${reason}`);
      }),
    );
    return;
  }
  process.stderr.write(`SKIPPED: "${name}" ${reason}\n`);
  describe.skip(name, suite);
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE as string,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
