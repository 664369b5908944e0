import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import type { Json } from '@workflow/workflow-model';
import { createValueStore, usePicked } from './value-store.ts';
import { CopyButton } from './copy-button.tsx';
import { DataTable } from './data-table.tsx';
import classes from './data-view.module.css';
import { jsonInText } from './json-in-text.ts';
import { JsonBranches } from './json-tree.tsx';
import { schemaLines } from './schema-lines.ts';

type View = 'tree' | 'table' | 'schema' | 'raw';

const VIEWS: { value: View; label: string }[] = [
  { value: 'tree', label: 'Tree' },
  { value: 'table', label: 'Table' },
  { value: 'schema', label: 'Schema' },
  { value: 'raw', label: 'Raw' },
];

/** One choice for all data on the page, until the page is left. */
const chosenView = createValueStore<View>('tree');

/** Any JSON value as a tree, a table, its schema or text; a text that is JSON itself is shown as what it contains. */
export function DataView({ label, value: given }: { label: string; value: unknown }) {
  const view = usePicked(chosenView, (chosen) => chosen);
  const value = (given ?? null) as Json;
  const content = typeof value === 'string' ? (jsonInText(value) ?? value) : value;
  const raw = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {value !== null && (
          <>
            <SegmentedControl
              size="xs"
              aria-label={`View of ${label}`}
              data={VIEWS}
              value={view}
              onChange={(chosen) => chosenView.set(chosen as View)}
            />
            <CopyButton value={raw} label={`Copy ${label.toLowerCase()}`} />
          </>
        )}
      </div>
      {view === 'tree' || value === null ? (
        <JsonBranches label={label} value={value} />
      ) : (
        <div className={classes.body} tabIndex={0} role="group" aria-label={label}>
          {view === 'table' && <DataTable value={content} />}
          {view === 'schema' && (
            <ul className={classes.schema}>
              {schemaLines(content).map(({ path, type }) => (
                <li key={path}>
                  <span>{path}</span> <span className={classes.type}>{type}</span>
                </li>
              ))}
            </ul>
          )}
          {view === 'raw' && <pre className={classes.raw}>{raw}</pre>}
        </div>
      )}
    </div>
  );
}
