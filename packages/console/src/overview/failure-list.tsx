import { Link } from 'react-router';
import type { Session } from '../api/types.ts';
import { useWorkflowNames } from '../sessions/use-workflow-names.ts';
import { Ago } from '../ui/time.tsx';
import classes from './failure-list.module.css';

export function FailureList({ sessions }: { sessions: Session[] }) {
  const nameOf = useWorkflowNames(sessions.map((session) => session.workflowId));
  if (sessions.length === 0) return <p className={classes.none}>Nothing has failed.</p>;
  return (
    <ul className={classes.list}>
      {sessions.map((session) => (
        <li key={session.id}>
          <Link to={`/sessions/${session.id}`} className={classes.link}>
            <span className={classes.head}>
              <strong>{nameOf(session.workflowId)}</strong>
              <Ago time={session.finishedAt ?? session.createdAt} />
            </span>
            <span className={classes.message}>{session.error?.message ?? session.error?.code}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
