import type { Json } from '@workflow/workflow-model';
import type { CompiledExpression } from '../expressions/compile-expression.ts';
import { compileExpression } from '../expressions/compile-expression.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { isTruthy } from './condition.ts';

interface Case {
  port: string;
  holds: CompiledExpression;
}

/** Takes the port of the first case that holds, else `default`. Later cases are not evaluated. */
export const switchType: ComponentType = {
  prepare(component) {
    const written = (Array.isArray(component.config.cases) ? component.config.cases : []) as {
      port: string;
      expression: string;
    }[];
    const cases = written.map(({ port, expression }, index) => ({
      port,
      holds: compileExpression(expression, `config.cases[${index}].expression`),
    }));
    const input: Json = { cases: component.config.cases ?? [] };
    return (context) => {
      context.recordInput(input);
      return firstThatHolds(context, cases, 0);
    };
  },
};

function firstThatHolds(context: StepContext, cases: Case[], from: number): StepResult | Promise<StepResult> {
  for (let index = from; index < cases.length; index += 1) {
    const { port, holds } = cases[index] as Case;
    const value = holds(context);
    if (value instanceof Promise)
      return value.then((awaited) => (isTruthy(awaited) ? taken(port) : firstThatHolds(context, cases, index + 1)));
    if (isTruthy(value)) return taken(port);
  }
  return taken('default');
}

function taken(port: string): StepResult {
  return { kind: 'succeeded', output: port, port };
}
