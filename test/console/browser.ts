import { describeWhereThereIs, findChromium, sharedBrowserAddress } from '@workflow/test-harness';
import { chromium, type Browser } from 'playwright-core';

/** A suite that needs Chromium. Without it the suite is skipped, loudly, or fails if a skip is a failure (CI=true). */
export function describeInBrowser(name: string, suite: () => void): void {
  describeWhereThereIs(findChromium() !== null, 'needs Chromium: install it, or set CHROMIUM_PATH', name, suite);
}

/** Chromium is the worker's; what is opened here is closed with the connection. */
export async function connectToBrowser(): Promise<Browser> {
  return chromium.connect(await sharedBrowserAddress());
}
