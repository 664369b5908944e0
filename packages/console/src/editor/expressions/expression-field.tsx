import type { Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { useSelectedComponent } from '../editor-context.ts';
import { usePlaceholders } from './placeholder-list.tsx';
import { CodeInput } from './code-input.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import { completablePaths } from './completable-paths.ts';

interface ExpressionFieldProps {
  label: string;
  hideLabel?: boolean;
  description?: string;
  error?: string;
  required: boolean;
  kind: 'expression' | 'template' | 'json';
  value: string;
  /** The placeholders to complete; left out, those available to the selected component. */
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
  const completable = useMemo(() => completablePaths(fields), [fields]);
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
        textOfPlaceholder={textOf}
      />
      <ExpressionPreview kind={kind} text={value} {...(rest.error === undefined ? {} : { problem: rest.error })} />
    </div>
  );
}
