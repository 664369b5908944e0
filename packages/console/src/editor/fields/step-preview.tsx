import { useDebouncedValue } from '@mantine/hooks';
import { findPreview, hasPreview } from '@workflow/components/previews';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable } from '../../ui/data-table.tsx';
import { plural } from '../../ui/plural.ts';
import { useEditor, useSelectedComponent } from '../editor-context.ts';
import { previewValuesQuery } from '../values/sample-values.ts';
import classes from './step-preview.module.css';

type Shown = { kind: 'value'; value: Json } | { kind: 'failed'; text: string };

/**
 * Shows the output of the selected component with the values of the workflow's last session or a caught delivery; with
 * `steps`, the result of its first steps. Shows nothing when its type has no preview or there are no values.
 */
export function StepPreview({ config, steps, label }: { config: JsonObject; steps?: number; label: string }) {
  const { workflowId, store } = useEditor();
  const type = useSelectedComponent()?.type ?? '';
  const [settled] = useDebouncedValue(config, 300);
  const samples = useQuery({ ...previewValuesQuery(workflowId), enabled: hasPreview(type) });
  const preview = useQuery({
    queryKey: ['step-preview', type, settled, steps, samples.dataUpdatedAt],
    enabled: samples.data !== undefined && samples.data !== null,
    gcTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Shown | null> => {
      const compute = await findPreview(type);
      const { fillOutputs } = await import('../expressions/fill-outputs.ts');
      const values = await fillOutputs(store.getState().draft, samples.data as JsonObject);
      try {
        const value = await compute?.(settled, values, steps);
        return value === undefined ? null : { kind: 'value', value };
      } catch (error) {
        // The failure of an earlier step is shown there.
        const failsEarlier = steps !== undefined && steps > 1 && (await fails(compute?.(settled, values, steps - 1)));
        return failsEarlier ? null : { kind: 'failed', text: (error as Error).message };
      }
    },
  });
  if (!preview.data) return null;
  const { data } = preview;
  if (data.kind === 'failed')
    return (
      <p className={classes.failed} role="status">
        {data.text}
      </p>
    );
  return (
    <details className={classes.root}>
      <summary className={classes.summary}>
        {label}: {inBrief(data.value)}
      </summary>
      <div className={classes.table} tabIndex={0} role="group" aria-label={label}>
        <DataTable value={data.value} />
      </div>
    </details>
  );
}

async function fails(computed: Promise<unknown> | undefined): Promise<boolean> {
  return Promise.resolve(computed).then(
    () => false,
    () => true,
  );
}

function inBrief(value: Json): string {
  if (Array.isArray(value)) return plural(value.length, { one: '1 item', other: `${value.length} items` });
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
