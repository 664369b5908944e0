import { readValueType } from '@workflow/component-catalog';
import type { Json } from '@workflow/workflow-model';
import { StepFailure } from '../session/step-failure.ts';
import type { ComponentType } from './component.ts';
import { conformValue } from './conform-value.ts';

/** However long the component may take: a program must not keep a sandbox process from all others. */
const MAX_CODE_MS = 60_000;

/** Runs JavaScript in a sandbox process, which sees the placeholders and nothing else. */
export const code: ComponentType = {
  hasEffect: true,
  prepare(component) {
    const source = String(component.config.source ?? '');
    const shape = readValueType(component.config);
    return async (context) => {
      await context.beginEffect({ source });
      const placeholders = JSON.stringify(context.placeholders);
      const limits = { timeoutMs: Math.min(context.timeoutMs, MAX_CODE_MS), maxResultBytes: context.limits.maxResultBytes };
      const answer = await context.sandbox.run({ kind: 'code', source, placeholders, limits }, context.signal);
      if (answer.kind === 'failure') throw new StepFailure(answer.code, answer.message);
      // `undefined` has no place in JSON; a function without `return` gives null.
      return { kind: 'succeeded', output: conformValue(answer.json === null ? null : (JSON.parse(answer.json) as Json), shape, 'the result') };
    };
  },
};
