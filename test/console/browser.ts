import { findChromium, sharedBrowserAddress } from '@workflow/test-harness';
import { chromium, type Browser } from 'playwright-core';

interface TestFramework {
  describe: { (name: string, suite: () => void): void; skip(name: string, suite: () => void): void };
  test: (name: string, run: () => void) => void;
}

/**
 * A suite that needs Chromium. Without it the suite is skipped with a message, or fails if a skip is a failure
 * (CI=true).
 */
export function describeInBrowser(name: string, suite: () => void): void {
  const { describe, test } = globalThis as unknown as TestFramework;
  if (findChromium() !== null) {
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

/** Chromium is the worker's; what is opened here is closed with the connection. */
export async function connectToBrowser(): Promise<Browser> {
  return chromium.connect(await sharedBrowserAddress());
}
