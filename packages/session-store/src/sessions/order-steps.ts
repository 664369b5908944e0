import { graphOf, topologicalOrder, type Definition, type StepView } from '@workflow/workflow-model';

/** Identifies a step, with its start. */
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
 * Orders steps by their start, run by run. Within one millisecond, in which a whole workflow without effects may run, a
 * component follows those that lead to it.
 */
export function orderSteps<Step extends StepPlace>(steps: readonly Step[], definition: Definition): Step[] {
  const order = topologicalOrder(graphOf(definition)) ?? definition.components.map((component) => component.id);
  const position = new Map(order.map((id, index) => [id, index]));
  const positionOf = (step: StepPlace): number => position.get(step.componentId) ?? order.length;
  return [...steps].sort(
    (a, b) =>
      a.run - b.run ||
      Date.parse(a.startedAt) - Date.parse(b.startedAt) ||
      positionOf(a) - positionOf(b) ||
      a.iteration - b.iteration ||
      a.attempt - b.attempt,
  );
}
