import { graphOf, topologicalOrder, type Definition, type StepView } from '@workflow/workflow-model';

/** The place of a step, and its start. */
export type StepPlace = Pick<StepView, 'componentId' | 'run' | 'attempt' | 'iteration' | 'startedAt'>;

/**
 * Returns true if steps of different components began in the same millisecond, so that time alone does not order them.
 */
export function hasTies(steps: readonly StepPlace[]): boolean {
  return steps.some(
    (step, index) =>
      index > 0 && step.startedAt === steps[index - 1]?.startedAt && step.componentId !== steps[index - 1]?.componentId,
  );
}

/**
 * Orders steps by their start, run by run. Within one millisecond, which may contain a whole workflow without effects,
 * a component follows those that lead to it.
 */
export function orderSteps<Step extends StepPlace>(steps: readonly Step[], definition: Definition): Step[] {
  const order = topologicalOrder(graphOf(definition)) ?? definition.components.map((component) => component.id);
  const position = new Map(order.map((id, index) => [id, index]));
  const positionOf = (step: StepPlace): number => position.get(step.componentId) ?? order.length;
  return [...steps].sort(
    (one, other) =>
      one.run - other.run ||
      Date.parse(one.startedAt) - Date.parse(other.startedAt) ||
      positionOf(one) - positionOf(other) ||
      one.iteration - other.iteration ||
      one.attempt - other.attempt,
  );
}
