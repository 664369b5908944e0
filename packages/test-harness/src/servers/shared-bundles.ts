import { bundleStale, PROGRAMS } from '@workflow/service-bundles';
import { readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';

/**
 * Returns the file of a program as it runs in production, bundled from the current sources. In a test run, the process
 * that started the test files creates the bundle once.
 * @throws with the bundler's message
 */
export async function bundledProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const { brokerUrl } = readTestEnvironment();
  if (brokerUrl === null) await bundleOnce();
  else await askBroker(brokerUrl, '/bundles');
  return PROGRAMS[name];
}

let bundling: Promise<number> | undefined;

/** Bundles stale programs in this process at the first call. */
export function bundleOnce(): Promise<number> {
  bundling ??= bundleStale();
  return bundling;
}
