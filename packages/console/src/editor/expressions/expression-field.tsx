import type { JsonSchema } from '@workflow/component-kit';
import type { Field, Json } from '@workflow/workflow-model';
import { type ReactNode, useMemo } from 'react';
import { useSelectedComponent } from '../editor-context.ts';
import { type ItemField, useStepItems } from '../fields/step-items.ts';
import { REQUEST_PARTS } from '../values/request-shape.ts';
import { usePlaceholders } from './placeholder-list.tsx';
import { CodeInput } from './code-input.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import { FilterPreview } from './filter-preview.tsx';
import type { Completable } from './jsonata-completions.ts';
import { useCompletable } from './use-completable.ts';

interface ExpressionFieldProps {
  label: string;
  hideLabel?: boolean;
  description?: ReactNode;
  error?: string;
  required: boolean;
  kind: 'expression' | 'template' | 'json';
  value: string;
  /** Left out: 3 for JSON, else 1. */
  minLines?: number;
  /** The schema of the field; left out, that of any field of the kind. */
  site?: JsonSchema;
  /** Returns the value to store for a text. Without it, the text is stored. */
  storedOf?: (text: string) => Json | undefined;
  /** The placeholders to complete; left out, those available to the selected component. */
  placeholders?: readonly Field[];
  onChange: (value: string) => void;
}

const SITES: Record<ExpressionFieldProps['kind'], JsonSchema> = {
  expression: { 'x-control': 'expression' },
  template: { 'x-control': 'template' },
  json: { 'x-control': 'json' },
};

/** The completions of the names that an expression has in addition to the placeholders. */
function namedOf(names: readonly string[] | undefined, items: readonly ItemField[]): Completable[] {
  return (names ?? []).flatMap((name) => [
    { path: name, type: name === 'index' ? 'NUMBER' : 'JSON' },
    ...(name === 'item' ? items.map(({ path, type }) => ({ path: `item.${path}`, type })) : []),
    ...(name === 'request' ? REQUEST_PARTS.map((part) => ({ path: `request.${part}`, type: 'JSON' })) : []),
  ]);
}

const NO_FIELDS: readonly Field[] = [];

function asItIs(text: string): Json {
  return text;
}

/**
 * An expression or template: completion over what is available here, and a line below with the problem or a preview.
 */
export function ExpressionField({
  kind,
  value,
  site = SITES[kind],
  storedOf = asItIs,
  placeholders,
  minLines,
  ...rest
}: ExpressionFieldProps) {
  const component = useSelectedComponent();
  const available = usePlaceholders(component?.id ?? '');
  const isBounded = site['x-bounded'] === true;
  const fields = isBounded ? NO_FIELDS : (placeholders ?? available);
  const known = useCompletable(fields);
  const items = useStepItems();
  const names = site['x-names'] as readonly string[] | undefined;
  const completable = useMemo(() => [...namedOf(names, items), ...known], [names, items, known]);
  const problem = rest.error === undefined ? {} : { problem: rest.error };
  const preview = isBounded ? (
    <FilterPreview site={site} text={value} {...problem} />
  ) : (
    <ExpressionPreview site={site} text={value} storedOf={storedOf} {...problem} />
  );
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
        minLines={minLines ?? (kind === 'json' ? 3 : 1)}
        textOfPlaceholder={textOf}
        below={preview}
      />
      {preview}
    </div>
  );
}
