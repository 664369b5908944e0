import { readValueType } from '@workflow/component-catalog';
import { compileExpression } from '../expressions/compile-expression.ts';
import type { ComponentType } from './component.ts';
import { whenReady } from './component.ts';
import { conformValue } from './conform-value.ts';

/** Computes a value of the declared type. */
export const transform: ComponentType = {
  prepare(component) {
    const source = String(component.config.expression ?? '');
    const expression = compileExpression(source);
    const shape = readValueType(component.config);
    const input = { expression: source };
    return (context) => {
      context.recordInput(input);
      return whenReady(expression(context), (value) => ({
        kind: 'succeeded',
        output: conformValue(value, shape, 'the result'),
      }));
    };
  },
};
