import { compileTemplate } from '../expressions/compile-template.ts';
import type { ComponentType } from './component.ts';
import { whenReady } from './component.ts';

/** Sets the session's output; of several that ran, the last in the definition's order counts. */
export const output: ComponentType = {
  prepare(component) {
    const value = compileTemplate(component.config.value ?? null);
    return (context) => whenReady(value(context), (resolved) => ({ kind: 'succeeded', output: resolved }));
  },
};
