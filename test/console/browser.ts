import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { describeWhereThereIs, findChromium, sharedBrowserAddress } from '@workflow/test-harness';
import { chromium, type Browser } from 'playwright-core';

/** Declares a suite that needs Chromium. Without it the suite is skipped with a warning, or fails if CI=true. */
export function describeInBrowser(name: string, suite: () => void): void {
  describeWhereThereIs(findChromium() !== null, 'needs Chromium: install it, or set CHROMIUM_PATH', name, suite);
}

const NEW_SOCKETS = 'net.client.socket';

/**
 * Connects to the worker's Chromium. Everything that is opened here is closed with the connection, which does not keep
 * a worker running after its last test file.
 */
export async function connectToBrowser(): Promise<Browser> {
  const address = await sharedBrowserAddress();
  const onSocket = (message: unknown): void => {
    (message as { socket: Socket }).socket.unref();
  };
  subscribe(NEW_SOCKETS, onSocket);
  try {
    return await chromium.connect(address);
  } finally {
    unsubscribe(NEW_SOCKETS, onSocket);
  }
}
