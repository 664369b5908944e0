import type { Step } from './types.ts';

/** Returns true if the component did not run because no credential is selected; its input shows this (0265). */
export function isStandIn({ input }: Pick<Step, 'input'>): boolean {
  return typeof input === 'object' && input !== null && 'standIn' in input;
}
