import type { Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { useSelectedComponent } from '../../editor-context.ts';
import { insertTarget } from '../insert-target.ts';
import { quotedKey, usePlaceholders } from '../placeholder-list.tsx';
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
  onChange: (value: string) => void;
}

/** An expression or template: completion over what is available here, and a preview against the last session's values. */
export function ExpressionField({ kind, value, ...rest }: ExpressionFieldProps) {
  const component = useSelectedComponent();
  const fields = usePlaceholders(component?.id ?? '');
  const completable = useMemo(() => pathsOf(fields, ''), [fields]);
  return (
    <div>
      <CodeInput
        {...rest}
        language={kind}
        value={value}
        completable={completable}
        minLines={kind === 'json' ? 3 : 1}
        onFocus={(insert, isInTemplate) =>
          insertTarget.set({ insertPlaceholder: (path) => insert(kind === 'expression' || isInTemplate() ? path : `{{ ${path} }}`) })
        }
      />
      <ExpressionPreview kind={kind} text={value} />
    </div>
  );
}

function pathsOf(fields: readonly Field[], prefix: string): Completable[] {
  return fields.flatMap((field) => {
    const path = prefix + quotedKey(field.key);
    return [{ path, type: field.type }, ...pathsOf(field.fields ?? [], `${path}.`)];
  });
}
