import { Button, Code } from '@mantine/core';
import type { Schemas } from '@workflow/api-types';
import { useState } from 'react';
import { Link } from 'react-router';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import { failureName } from '../../names/failure-names.ts';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { readableGroup } from './readable-group.ts';
import { FailureChart } from './failure-chart.tsx';
import { formatNumber } from '../../ui/format-number.ts';

interface FailureRowProps {
  group: Schemas['FailureGroup'];
  workflowName: string;
}

export function FailureRow({ group, workflowName }: FailureRowProps) {
  const { fingerprint, workflowId, code, count, firstAt, lastAt, latestSessionIds, histogram } = group;
  const message = readableGroup(group.message);
  const [retrying, setRetrying] = useState(false);
  const [latest] = latestSessionIds;
  const lastSession = latest !== undefined && (
    <SessionLink id={latest}>
      <Ago time={lastAt} />
    </SessionLink>
  );
  const shown = {
    filter: { workflowId, fingerprint },
    since: null,
    until: null,
    time: null,
    bounds: { since: null, until: null },
  };
  return (
    <tr>
      <td className={tableClasses.grow}>
        <div className={tableClasses.reads}>
          <strong>{failureName(code)}</strong> <Code>{code}</Code>
        </div>
        <div className={`${tableClasses.soft} ${tableClasses.clamped}`} title={message}>
          {message}
        </div>
        <Link to={`/workflows/${workflowId}/activity`}>{workflowName}</Link>
        <div className={tableClasses.onPhones}>Latest: {lastSession}</div>
      </td>
      <td className={tableClasses.wide}>
        <Ago time={firstAt} />
      </td>
      <td>
        <div>{formatNumber(count)}</div>
        <FailureChart counts={histogram} firstAt={firstAt} lastAt={lastAt} />
      </td>
      <td className={tableClasses.wide}>{lastSession}</td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Retry sessions that failed with ${code}: ${message}`}
          onClick={() => setRetrying(true)}
        >
          Retry…
        </Button>
        {retrying && <BulkDialog action="retry-latest" shown={shown} onClose={() => setRetrying(false)} />}
      </td>
    </tr>
  );
}
