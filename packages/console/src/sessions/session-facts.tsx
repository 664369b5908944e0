import { Link } from 'react-router';
import type { Session } from '../api/types.ts';
import { durationBetween, formatDuration } from '../ui/format-time.ts';
import { useNow } from '../ui/time.tsx';
import classes from './session-facts.module.css';

const TRIGGERS: Record<string, string> = { API: 'API', WEBHOOK: 'Webhook', CONSOLE: 'Console', WORKFLOW: 'Another workflow' };

export function SessionFacts({ session }: { session: Session }) {
  const now = useNow();
  const waited = durationBetween(session.createdAt, session.startedAt ?? session.finishedAt, now) ?? 0;
  const ran = durationBetween(session.startedAt, session.finishedAt, now);
  return (
    <dl className={classes.facts}>
      <Fact label="Workflow">
        <Link to={`/workflows/${session.workflowId}`}>{session.workflowVersion === null ? 'Draft' : `Version ${session.workflowVersion}`}</Link>
      </Fact>
      <Fact label="Mode">{session.mode}</Fact>
      <Fact label="Started by">{TRIGGERS[session.trigger] ?? session.trigger}</Fact>
      <Fact label="Accepted">{new Date(session.createdAt).toLocaleString()}</Fact>
      <Fact label="Waited to start">{formatDuration(waited)}</Fact>
      <Fact label="Took">{ran === null ? '–' : formatDuration(ran)}</Fact>
      {session.run > 1 && <Fact label="Run">{session.run}</Fact>}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
