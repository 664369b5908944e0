import type { Trigger } from '@workflow/component-kit';
import type { Component, JsonObject } from '@workflow/workflow-model';
import type { ComponentType, ReactNode } from 'react';
import { takenBy } from './taken-by.ts';
import { WebhookRequestInput } from '../values/webhook-request-input.tsx';

interface InputProps {
  workflowId: string;
  component: Component;
  /** Values to send, by placeholder. */
  values: JsonObject;
  onChange: (values: JsonObject) => void;
}

/** By what a trigger takes: the control for it; null to show a field for each placeholder. */
const INPUTS: Record<Trigger['takes'], ComponentType<InputProps> | null> = {
  placeholders: null,
  request: RequestInput,
};

interface StartInputProps extends InputProps {
  /** Fields of the placeholders, where nothing else is sent in their place. */
  children: ReactNode;
}

/** Edits the values that start a session at the component. */
export function StartInput({ children, ...props }: StartInputProps) {
  const Input = INPUTS[takenBy(props.component)];
  return Input === null ? children : <Input {...props} />;
}

function RequestInput({ workflowId, component, values, onChange }: InputProps) {
  const output = component.output ?? '';
  return (
    <WebhookRequestInput
      workflowId={workflowId}
      component={component}
      value={typeof values[output] === 'string' ? values[output] : undefined}
      onChange={(request) => onChange(request === undefined ? {} : { [output]: request })}
    />
  );
}
