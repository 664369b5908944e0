import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput } from '@mantine/core';
import { ExpressionField } from '../../../editor/expressions/expression-field.tsx';
import { useTriggerPlaceholders } from './use-flow.ts';

interface FlowFieldProps<Value> {
  label: string;
  value: Value | undefined;
  error?: string;
  onChange: (value: Value | undefined) => void;
}

/** Edits the expression whose value groups sessions; empty: there is none. */
export function KeyField({ value, onChange, ...rest }: FlowFieldProps<string>) {
  const placeholders = useTriggerPlaceholders();
  return (
    <ExpressionField
      {...rest}
      description="An expression, for example customer.id. If empty, all sessions of the workflow count together."
      required={false}
      kind="expression"
      placeholders={placeholders}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

interface AmountFieldProps extends FlowFieldProps<number> {
  min: number;
  max: number;
  isWhole?: boolean;
  placeholder?: string;
}

export function AmountField({ value, isWhole = false, placeholder = '', onChange, ...rest }: AmountFieldProps) {
  return (
    <NumberInput
      {...rest}
      required={placeholder === ''}
      placeholder={placeholder}
      allowDecimal={!isWhole}
      clampBehavior="none"
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}
