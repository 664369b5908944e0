import { availablePlaceholders } from '@workflow/components/descriptors';
import { fieldsWithin, itemShape, type Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { useDraft } from '../editor-context.ts';
import { usePicked } from '../../ui/value-store.ts';
import { nameOf } from '../../names/name-of.ts';
import { listNames, typeNames } from '../../names/placeholder-type-names.ts';
import { quotedKey } from '../../ui/field-path.ts';
import { dragPlaceholder, insertTarget } from '../../ui/insert-target.ts';
import { FoldingSection } from './folding-section.tsx';
import classes from './placeholder-list.module.css';

/**
 * The placeholders available to a component (contract §2.2 rule 1) with their types; a click inserts one into the
 * expression.
 */
export function PlaceholderList({ componentId }: { componentId: string }) {
  const fields = usePlaceholders(componentId);
  const target = usePicked(insertTarget, (value) => value);
  return (
    <FoldingSection title="Available placeholders">
      {fields.length === 0 ? (
        <p className={classes.none}>No earlier component produces a placeholder.</p>
      ) : (
        <>
          <p className={classes.none}>
            {target
              ? 'Select one, or drag it into an expression.'
              : 'Drag one into an expression, or click into an expression first.'}
          </p>
          <PlaceholderRows fields={fields} prefix="" depth={0} />
        </>
      )}
    </FoldingSection>
  );
}

export function usePlaceholders(componentId: string): Field[] {
  const components = useDraft((state) => state.draft.components);
  const connections = useDraft((state) => state.draft.connections);
  return useMemo(
    () => availablePlaceholders({ components, connections }, componentId),
    [components, connections, componentId],
  );
}

interface PlaceholderRowsProps {
  fields: readonly Field[];
  prefix: string;
  depth: number;
}

function PlaceholderRows({ fields, prefix, depth }: PlaceholderRowsProps) {
  return (
    <ul className={classes.list} data-depth={depth}>
      {fields.map((field) => {
        const path = prefix + quotedKey(field.key);
        const within = fieldsWithin(field) ?? [];
        return (
          <li key={field.key}>
            <button
              type="button"
              className={classes.row}
              title={path}
              draggable
              onDragStart={(event) => dragPlaceholder(event, path)}
              onClick={() => insertTarget.get()?.insertPlaceholder(path)}
            >
              <span className={classes.key}>{field.key}</span>
              <span className={classes.type}>
                {field.type === 'LIST' ? listNames[itemShape(field.items).type] : nameOf(typeNames, field.type)}
                {field.optional ? ', optional' : ''}
              </span>
            </button>
            {within.length > 0 && (
              <PlaceholderRows
                fields={within}
                // The first item's field, in expressions and programs alike.
                prefix={field.type === 'LIST' ? `${path}[0].` : `${path}.`}
                depth={depth + 1}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
