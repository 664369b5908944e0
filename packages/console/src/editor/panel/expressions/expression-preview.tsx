import { useDebouncedValue } from '@mantine/hooks';
import type { JsonObject } from '@workflow/workflow-model';
import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../../editor-context.ts';
import { sampleValuesQuery } from '../../run/sample-values.ts';
import classes from './expression-preview.module.css';

interface ExpressionPreviewProps {
  kind: 'expression' | 'template' | 'json';
  text: string;
}

/** What the text gives with the values of the workflow's last session. */
export function ExpressionPreview({ kind, text }: ExpressionPreviewProps) {
  const { workflowId } = useEditor();
  const [settled] = useDebouncedValue(text, 300);
  const isConstant = settled.trim() === '' || (kind !== 'expression' && !settled.includes('{{'));
  const samples = useQuery({ ...sampleValuesQuery(workflowId), enabled: !isConstant });
  const preview = useQuery({
    queryKey: ['preview', kind, settled, samples.dataUpdatedAt],
    enabled: !isConstant && samples.data !== undefined && samples.data !== null,
    gcTime: 10_000,
    retry: false,
    queryFn: async () => (await import('./preview-expression.ts')).previewExpression(kind, settled, samples.data as JsonObject),
  });
  if (isConstant || !preview.data) return null;
  return (
    <div className={classes.preview} data-failed={preview.data.kind === 'failed' || undefined}>
      <span className={classes.label}>Last session gives</span> {preview.data.text}
    </div>
  );
}
