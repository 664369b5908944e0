import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput } from '@mantine/core';
import { findComponentType } from '@workflow/components/descriptors';
import classes from './component-panel.module.css';
import type { ComponentPartProps } from '../../../editor/fields/field-props.ts';

/** Retry and timeout. An empty field means the default. */
export function ReliabilitySection({ component, onChange }: ComponentPartProps) {
  const defaultTimeout = findComponentType(component)?.defaultTimeoutSeconds ?? null;
  const retry = (key: 'maxAttempts' | 'backoffSeconds', value: string | number) =>
    onChange((one) => {
      const { [key]: _old, ...others } = one.retry ?? {};
      const { retry: _retry, ...rest } = one;
      const next = typeof value === 'number' ? { ...others, [key]: value } : others;
      return Object.keys(next).length === 0 ? rest : { ...rest, retry: next };
    }, `retry.${key}`);

  return (
    <div className={classes.section}>
      <NumberInput
        label="Attempts"
        description="How many times to try before the step fails"
        placeholder="1"
        min={1}
        max={100}
        allowDecimal={false}
        value={component.retry?.maxAttempts ?? ''}
        onChange={(value) => retry('maxAttempts', value)}
      />
      <NumberInput
        label="Backoff (seconds)"
        description="Wait before the second attempt. It doubles with each further attempt."
        placeholder="1"
        min={0}
        max={86_400}
        value={component.retry?.backoffSeconds ?? ''}
        onChange={(value) => retry('backoffSeconds', value)}
      />
      <NumberInput
        label="Timeout (seconds)"
        description="Longest time that one attempt may take"
        placeholder={defaultTimeout === null ? 'None' : String(defaultTimeout)}
        min={1}
        max={86_400}
        value={component.timeoutSeconds ?? ''}
        onChange={(value) =>
          onChange(
            ({ timeoutSeconds: _old, ...rest }) =>
              typeof value === 'number' ? { ...rest, timeoutSeconds: value } : rest,
            'timeoutSeconds',
          )
        }
      />
      <p className={classes.description}>
        When the last attempt fails, the session continues on the port error if it is connected. Otherwise the session
        fails.
      </p>
    </div>
  );
}
