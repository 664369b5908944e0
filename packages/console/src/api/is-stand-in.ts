import type { Step } from './types.ts';

/** Whether its component did not run because no credential is chosen yet: its input says so (0265). */
export function isStandIn({ input }: Pick<Step, 'input'>): boolean {
  return typeof input === 'object' && input !== null && 'standIn' in input;
}
