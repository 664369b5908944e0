import { buildConsole, isConsoleStale } from '@workflow/local-stack';
import { environmentForServices, readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';

/**
 * Builds the console when its sources changed. The test files of a run have it built by the process that started
 * them, once: two builds at a time would write into the same folder.
 * @throws with the builder's last lines
 */
export async function ensureConsoleIsBuilt(): Promise<void> {
  const { brokerUrl } = readTestEnvironment();
  if (brokerUrl === null) return buildConsoleOnce();
  await askBroker(brokerUrl, '/console');
}

let building: Promise<void> | undefined;

/** The same in this process. */
export function buildConsoleOnce(): Promise<void> {
  building ??= isConsoleStale() ? buildConsole(environmentForServices()) : Promise.resolve();
  return building;
}
