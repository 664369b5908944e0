import { askBroker } from '../servers/ask-broker.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { describeStillLoop, type StillLoop } from './still-loop.ts';

/** The test file that runs in this process. null between files, and in processes that run none. */
let running: string | null = null;
let usesSharedSystems = false;
let stillLoops: StillLoop[] = [];

/** Begins a test file. @param file its name in messages */
export function beginTestFile(file: string): void {
  running = file;
  usesSharedSystems = false;
  stillLoops = [];
}

/** Makes the current test file fail. */
export function addStillLoop(still: StillLoop): void {
  stillLoops.push(still);
}

/** Returns the name of the current test file, which begins to use a shared system. */
export function nameUserOfSharedSystem(): string {
  if (running === null) throw new Error('Only the test files of a run share a system');
  usesSharedSystems = true;
  return running;
}

/** Ends the test file. @returns descriptions of the event loops that were blocked during it */
export async function endTestFile(): Promise<string[]> {
  const own = stillLoops.map(describeStillLoop);
  const { brokerUrl } = readTestEnvironment();
  const file = running;
  running = null;
  if (file === null || brokerUrl === null || !usesSharedSystems) return own;
  return [...own, ...(await askBroker<string[]>(brokerUrl, `/still-loops?file=${encodeURIComponent(file)}`))];
}
