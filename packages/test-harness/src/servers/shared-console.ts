import { buildConsole, isConsoleStale } from '@workflow/local-stack';
import { environmentForServices, readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';

/**
 * Builds the console when its sources changed. In a test run, the process that started the test files builds it once,
 * because two builds at the same time would write into the same folder.
 * @throws with the builder's last lines
 */
export async function ensureConsoleIsBuilt(): Promise<void> {
  const { brokerUrl } = readTestEnvironment();
  if (brokerUrl === null) return buildConsoleOnce();
  await askBroker(brokerUrl, '/console');
}

let building: Promise<void> | undefined;

/** Builds the console in this process. */
export function buildConsoleOnce(): Promise<void> {
  building ??= isConsoleStale() ? buildConsole(environmentForServices()) : Promise.resolve();
  return building;
}
