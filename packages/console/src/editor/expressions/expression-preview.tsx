import { Popover } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { JsonTree } from '../../ui/json-tree.tsx';
import { useEditor } from '../editor-context.ts';
import { previewValuesQuery } from '../values/sample-values.ts';
import classes from './expression-preview.module.css';

interface ExpressionPreviewProps {
  /** The schema of the field, by which it becomes a value in a run. */
  site: JsonSchema;
  text: string;
  /** Returns the value to store for the text; undefined when it cannot be read. */
  storedOf: (text: string) => Json | undefined;
  problem?: string;
}

/**
 * Shows below an expression its problem, or its result with the values of the workflow's last
 * successful session, or of a caught delivery. A click on the result shows all of it.
 */
export function ExpressionPreview({ site, text, storedOf, problem }: ExpressionPreviewProps) {
  const { workflowId, store } = useEditor();
  const [settled] = useDebouncedValue(text, 300);
  const isConstant =
    // An expression over the items of a list has no value on its own.
    site['x-names'] !== undefined ||
    settled.trim() === '' ||
    (site['x-control'] !== 'expression' && !settled.includes('{{'));
  const samples = useQuery({ ...previewValuesQuery(workflowId), enabled: !isConstant });
  const preview = useQuery({
    queryKey: ['preview', site, settled, samples.dataUpdatedAt],
    enabled: !isConstant && samples.data !== undefined && samples.data !== null,
    gcTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const value = storedOf(settled);
      if (value === undefined) return null;
      return (await import('./preview-expression.ts')).previewExpression(
        site,
        value,
        await (await import('./fill-outputs.ts')).fillOutputs(store.getState().draft, samples.data as JsonObject),
      );
    },
  });
  if (problem !== undefined)
    return (
      <div className={`${classes.line} ${classes.problem}`} role="status">
        {problem}
      </div>
    );
  if (isConstant || !preview.data) return <div className={classes.line} />;
  const { data } = preview;
  return (
    <div
      className={classes.line}
      data-failed={data.kind === 'failed' || undefined}
      data-absent={data.kind === 'absent' || undefined}
    >
      <span className={classes.label}>Preview</span>
      <Popover position="bottom-start" withArrow>
        <Popover.Target>
          <button type="button" className={classes.value} title="Show all of it">
            {data.text}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.whole}>
            <JsonTree label="Preview" value={data.kind === 'value' ? data.value : data.text} />
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
