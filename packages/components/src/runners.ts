import type { RunnableType } from '@workflow/component-kit/run';
import { DESCRIPTORS } from './generated/descriptors.ts';
import { RUNNERS } from './generated/runners.ts';
import type { ComponentTypeName } from './types.ts';

/** Returns a component type with its run code, or undefined. */
export function findRunnable(type: string): RunnableType | undefined {
  if (!Object.hasOwn(RUNNERS, type)) return undefined;
  const name = type as ComponentTypeName;
  return { descriptor: DESCRIPTORS[name], runner: RUNNERS[name] };
}
