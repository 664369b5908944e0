import type { Json } from '@workflow/workflow-model';
import type { Step } from '../../api/types.ts';
import { type Difference, valueDifferences } from './value-differences.ts';

export interface StepComparison {
  componentId: string;
  differences: Difference[];
}

/** Compares the last step of each component: its status, output and error. */
export function comparisonOf(steps: readonly Step[], others: readonly Step[]): StepComparison[] {
  const [own, other] = [lastOf(steps), lastOf(others)];
  return [...new Set([...own.keys(), ...other.keys()])].map((componentId) => ({
    componentId,
    differences: valueDifferences(resultOf(own.get(componentId)), resultOf(other.get(componentId))),
  }));
}

function lastOf(steps: readonly Step[]): Map<string, Step> {
  const ordered = steps.toSorted((left, right) => left.startedAt.localeCompare(right.startedAt));
  return new Map(ordered.map((step) => [step.componentId, step]));
}

function resultOf(step: Step | undefined): Json | undefined {
  if (step === undefined) return undefined;
  const { status, output, error } = step;
  return { status, output: (output ?? null) as Json, error: error?.message ?? null };
}
