import { askBroker } from '../servers/ask-broker.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { describeStillLoop, type StillLoop } from './still-loop.ts';

/** The test file that runs in this process; null between files and in processes that run none. */
let running: string | null = null;
let usesSharedSystems = false;
let stillLoops: StillLoop[] = [];

/** @param file as it is named to people */
export function beginTestFile(file: string): void {
  running = file;
  usesSharedSystems = false;
  stillLoops = [];
}

/** Fails the test file that runs. */
export function addStillLoop(still: StillLoop): void {
  stillLoops.push(still);
}

/** What the test file that runs is called, which begins to use a system that others use as well. */
export function nameUserOfSharedSystem(): string {
  if (running === null) throw new Error('Only the test files of a run share a system');
  usesSharedSystems = true;
  return running;
}

/** The test file is over. @returns which event loops of services stood still meanwhile, in words */
export async function endTestFile(): Promise<string[]> {
  const own = stillLoops.map(describeStillLoop);
  const { brokerUrl } = readTestEnvironment();
  const file = running;
  running = null;
  if (file === null || brokerUrl === null || !usesSharedSystems) return own;
  return [...own, ...(await askBroker<string[]>(brokerUrl, `/still-loops?file=${encodeURIComponent(file)}`))];
}
