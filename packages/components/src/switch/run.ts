import { defineRunner, isTruthy, type StepResult } from '@workflow/component-kit/run';
import type { ResolvedConfig } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';

type Cases = ResolvedConfig<typeof descriptor.configSchema>['cases'];

/** Continues on the port of the first case that is true, or on `default`. Later cases are not evaluated. */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { cases } = context.config;
    context.recordInput({ cases: cases.map(({ port, expression }) => ({ port, expression: expression.source })) });
    return firstThatHolds(cases, 0);
  },
});

function firstThatHolds(cases: Cases, from: number): StepResult | Promise<StepResult> {
  for (const [index, { port, expression }] of cases.entries()) {
    if (index < from) continue;
    const value = expression();
    if (value instanceof Promise)
      return value.then((awaited) => (isTruthy(awaited) ? taken(port) : firstThatHolds(cases, index + 1)));
    if (isTruthy(value)) return taken(port);
  }
  return taken('default');
}

function taken(port: string): StepResult {
  return { kind: 'succeeded', output: port, port };
}
