import { useQuery } from '@tanstack/react-query';
import type { Component } from '@workflow/workflow-model';
import { componentViewQuery } from '../../../../../api/queries/webhook-token.ts';
import { Ago } from '../../../../../ui/time.tsx';
import classes from '../../webhook-section.module.css';
import { formatNumber } from '../../../../../ui/format-number.ts';

const REFRESH_MS = 5_000;

/** Shows how many deliveries the filter of a webhook refused. Without any it shows nothing. */
export function FilteredNote({ workflowId, component }: { workflowId: string; component: Component }) {
  const view = useQuery({ ...componentViewQuery(workflowId, component.id), retry: false, refetchInterval: REFRESH_MS });
  const { lastHour = 0, lastAt = null } = view.data?.filtered ?? {};
  if (lastAt === null) return null;
  return (
    <p className={classes.note}>
      Filtered in the last hour: {formatNumber(lastHour)}. The last one was filtered <Ago time={lastAt} />.
    </p>
  );
}
