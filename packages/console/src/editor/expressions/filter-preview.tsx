import { useDebouncedValue } from '@mantine/hooks';
import type { JsonSchema } from '@workflow/component-kit';
import { isTruthy, type Component, type Json, type JsonObject } from '@workflow/workflow-model';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEditor, useSelectedComponent } from '../editor-context.ts';
import { deliveriesQuery } from '../values/webhook-sample.ts';
import classes from './expression-preview.module.css';

const NO_COMPONENT: Component = { id: '', type: '', config: {} };

interface FilterPreviewProps {
  /** The schema of the field. */
  site: JsonSchema;
  text: string;
  problem?: string;
}

/** Shows below a filter its problem, or what it decides about the last delivery that the component received. */
export function FilterPreview({ site, text, problem }: FilterPreviewProps) {
  const { workflowId } = useEditor();
  const component = useSelectedComponent();
  const [settled] = useDebouncedValue(text.trim(), 300);
  const isTried = settled !== '' && component !== null && problem === undefined;
  const deliveries = useQuery({ ...deliveriesQuery(workflowId, component ?? NO_COMPONENT), enabled: isTried });
  const last = deliveries.data?.[0]?.request ?? null;
  const decision = useQuery({
    queryKey: ['filter-preview', site, settled, last],
    enabled: isTried && last !== null,
    gcTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async () => decide(site, settled, JSON.parse(last ?? '{}') as JsonObject),
  });
  if (problem !== undefined)
    return (
      <div className={`${classes.line} ${classes.problem}`} role="status">
        {problem}
      </div>
    );
  const decided = deliveries.data?.length === 0 ? NOTHING_RECEIVED : (decision.data?.text ?? '');
  return (
    <div className={classes.line} role="status" data-failed={decision.data?.isFailed === true ? true : undefined}>
      {isTried && decided}
    </div>
  );
}

const NOTHING_RECEIVED = 'Listen for a test event to try the filter with it.';

interface Decision {
  text: string;
  isFailed: boolean;
}

/** Evaluates the filter by the code that runs, and returns what it decides. */
async function decide(site: JsonSchema, filter: string, request: JsonObject): Promise<Decision> {
  const { previewField } = await import('@workflow/component-kit/preview');
  try {
    const result: Json | undefined = await previewField(site, filter, { request });
    const shown = result === undefined ? 'no value' : JSON.stringify(result).slice(0, 80);
    const decided = isTruthy(result) ? 'starts a session' : 'is filtered';
    return { text: `The last delivery ${decided}: ${shown}`, isFailed: false };
  } catch (error) {
    const { message } = error as Error;
    return { text: `The last delivery starts a session with a warning: ${message}`, isFailed: true };
  }
}
