import type { Json } from '@workflow/workflow-model';
import { compileExpression } from '../expressions/compile-expression.ts';
import type { ComponentType } from './component.ts';
import { whenReady } from './component.ts';

/** Takes the port `true` or `false`. Values that are not boolean count as JSONata's `$boolean()` has it. */
export const condition: ComponentType = {
  prepare(component) {
    const source = String(component.config.expression ?? '');
    const expression = compileExpression(source);
    const input = { expression: source };
    return (context) => {
      context.recordInput(input);
      return whenReady(expression(context), (value) => {
        const holds = isTruthy(value);
        return { kind: 'succeeded', output: holds, port: holds ? 'true' : 'false' };
      });
    };
  },
};

/**
 * JSONata's rules: empty texts, lists and objects, 0 and null are false, and so is a list of nothing but such values.
 */
export function isTruthy(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(isTruthy);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
