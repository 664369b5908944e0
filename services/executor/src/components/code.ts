import { readValueType } from '@workflow/component-catalog';
import { sandboxInput } from '../expressions/sandbox-input.ts';
import { placeholdersReadBy, readableByProgram } from '../expressions/program-reads.ts';
import { readResult } from '../expressions/read-result.ts';
import type { ComponentType } from './component.ts';
import { conformValue } from './conform-value.ts';

/** Upper limit whatever the component's own time-out: a program must not occupy a sandbox process for long. */
const MAX_CODE_MS = 60_000;

/** Runs JavaScript in a sandbox process, which sees the placeholders and nothing else. */
export const code: ComponentType = {
  prepare(component) {
    const source = String(component.config.source ?? '');
    const shape = readValueType(component.config);
    const read = placeholdersReadBy(source);
    return async (context) => {
      await context.beginEffect({ source });
      const placeholders = await sandboxInput(readableByProgram(read, context.placeholders), 'CODE_MEMORY');
      const limits = {
        timeoutMs: Math.min(context.timeoutMs, MAX_CODE_MS),
        maxResultBytes: context.limits.maxResultBytes,
      };
      const answer = await context.sandbox.run(
        { kind: 'code', source, placeholders, limits },
        context.owner,
        context.signal,
      );
      // `undefined` has no place in JSON; a function without `return` gives null.
      const value = readResult(answer, 'CODE_ERROR') ?? null;
      return { kind: 'succeeded', output: conformValue(value, shape, 'the result') };
    };
  },
};
