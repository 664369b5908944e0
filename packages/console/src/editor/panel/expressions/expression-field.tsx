import type { Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { useSelectedComponent } from '../../editor-context.ts';
import { insertTarget } from '../insert-target.ts';
import { quotedKey } from '../../../ui/field-path.ts';
import { usePlaceholders } from '../placeholder-list.tsx';
import { CodeInput } from './code-input.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import type { Completable } from './jsonata-completions.ts';

interface ExpressionFieldProps {
  label: string;
  hideLabel?: boolean;
  description?: string;
  error?: string;
  required: boolean;
  kind: 'expression' | 'template' | 'json';
  value: string;
  /** What may be used; left out, what is available to the selected component. */
  placeholders?: readonly Field[];
  onChange: (value: string) => void;
}

/**
 * An expression or template: completion over what is available here, and a line below with the problem or a preview.
 */
export function ExpressionField({ kind, value, placeholders, ...rest }: ExpressionFieldProps) {
  const component = useSelectedComponent();
  const available = usePlaceholders(component?.id ?? '');
  const fields = placeholders ?? available;
  const completable = useMemo(() => pathsOf(fields, ''), [fields]);
  const textOf = (path: string, isInTemplate: boolean) =>
    kind === 'expression' || isInTemplate ? path : `{{ ${path} }}`;
  return (
    <div>
      <CodeInput
        {...rest}
        hideError
        language={kind}
        value={value}
        completable={completable}
        minLines={kind === 'json' ? 3 : 1}
        dropped={textOf}
        onFocus={(insert, isInTemplate) =>
          insertTarget.set({ insertPlaceholder: (path) => insert(textOf(path, isInTemplate())) })
        }
      />
      <ExpressionPreview kind={kind} text={value} {...(rest.error === undefined ? {} : { problem: rest.error })} />
    </div>
  );
}

function pathsOf(fields: readonly Field[], prefix: string): Completable[] {
  return fields.flatMap((field) => {
    const path = prefix + quotedKey(field.key);
    return [{ path, type: field.type }, ...pathsOf(field.fields ?? [], `${path}.`)];
  });
}
