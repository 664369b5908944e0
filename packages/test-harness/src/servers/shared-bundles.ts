import { bundleStale, PROGRAMS } from '@workflow/service-bundles';
import { readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';

/**
 * The file of a program as it runs in production, bundled from the sources as they are now. The test files of a run
 * have it bundled by the process that started them, once.
 * @throws with the bundler's message
 */
export async function bundledProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const { brokerUrl } = readTestEnvironment();
  if (brokerUrl === null) await bundleOnce();
  else await askBroker(brokerUrl, '/bundles');
  return PROGRAMS[name];
}

let bundling: Promise<number> | undefined;

/** Bundles in this process what is stale, at the first call. */
export function bundleOnce(): Promise<number> {
  bundling ??= bundleStale();
  return bundling;
}
