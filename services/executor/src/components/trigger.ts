import { outputsOf } from '@workflow/component-catalog';
import type { Component, Json } from '@workflow/workflow-model';
import type { ComponentType, ReadyComponent } from './component.ts';

/** A trigger passes on the values that the session was started with, as its own placeholders. */
function prepareTrigger(component: Component): ReadyComponent {
  const keys = outputsOf(component).map((field) => field.key);
  return (context) => {
    const output: { [key: string]: Json } = {};
    for (const key of keys) {
      const value = context.placeholders[key];
      if (value !== undefined) output[key] = value;
    }
    return { kind: 'succeeded', output };
  };
}

export const trigger: ComponentType = { prepare: prepareTrigger };
