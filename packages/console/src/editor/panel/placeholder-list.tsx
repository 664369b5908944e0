import { availablePlaceholders } from '@workflow/component-catalog';
import type { Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { useDraft } from '../editor-context.ts';
import { usePicked } from '../value-store.ts';
import { insertTarget } from './insert-target.ts';
import classes from './placeholder-list.module.css';

/** The placeholders available to a component (spec §2.2 rule 1) with their types; a click puts one into the expression. */
export function PlaceholderList({ componentId }: { componentId: string }) {
  const fields = usePlaceholders(componentId);
  const target = usePicked(insertTarget, (value) => value);
  return (
    <section className={classes.root} aria-label="Placeholders available here">
      <h3 className={classes.title}>Placeholders available here</h3>
      {fields.length === 0 ? (
        <p className={classes.none}>Nothing before this component produces one.</p>
      ) : (
        <>
          <p className={classes.none}>{target ? 'Choose one to put it into the expression.' : 'Click into an expression first, then choose one.'}</p>
          <PlaceholderRows fields={fields} prefix="" depth={0} />
        </>
      )}
    </section>
  );
}

export function usePlaceholders(componentId: string): Field[] {
  const components = useDraft((state) => state.draft.components);
  const connections = useDraft((state) => state.draft.connections);
  return useMemo(() => availablePlaceholders({ components, connections }, componentId), [components, connections, componentId]);
}

interface PlaceholderRowsProps {
  fields: Field[];
  prefix: string;
  depth: number;
}

function PlaceholderRows({ fields, prefix, depth }: PlaceholderRowsProps) {
  return (
    <ul className={classes.list} data-depth={depth}>
      {fields.map((field) => {
        const path = prefix + quotedKey(field.key);
        return (
          <li key={field.key}>
            <button
              type="button"
              className={classes.row}
              title={path}
              // Keeps the focus, and with it the place of the cursor, in the expression.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insertTarget.get()?.insertPlaceholder(path)}
            >
              <span className={classes.key}>{field.key}</span>
              <span className={classes.type}>
                {field.type}
                {field.optional ? '?' : ''}
              </span>
            </button>
            {field.fields && field.fields.length > 0 && <PlaceholderRows fields={field.fields} prefix={`${path}.`} depth={depth + 1} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A step of a JSONata path; names that are not plain stand between backticks. */
export function quotedKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : `\`${key}\``;
}
