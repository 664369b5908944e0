import type fc from 'fast-check';
import type { Hostile } from '../hostile.ts';

/** One kind of action of an organization, with all of its parameters chosen at random. */
export interface Operation<Plan> {
  name: string;
  plans: fc.Arbitrary<Plan>;
  act(plan: Plan, hostile: Hostile): Promise<void>;
}

/** One case of an operation. */
interface FuzzCase {
  /** The plan in the form of the report. */
  plan: unknown;
  act(hostile: Hostile): Promise<void>;
}

/** An operation whose type of plan is hidden. */
export interface AnyOperation {
  name: string;
  cases: fc.Arbitrary<FuzzCase>;
}

export function casesOf<Plan>({ name, plans, act }: Operation<Plan>): AnyOperation {
  return { name, cases: plans.map((plan) => ({ plan, act: (hostile) => act(plan, hostile) })) };
}
