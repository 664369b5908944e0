import { Alert, Code } from '@mantine/core';
import type { Session, Step } from '../../api/types.ts';
import { DataView } from '../../ui/data-view.tsx';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/time.tsx';
import classes from './agent-conversation.module.css';
import { promptOf, turnsOf, type ShownTurn } from './conversation-turns.ts';
import { RunAgainFromTurn } from './run-again-from-turn.tsx';
import { formatNumber } from '../../ui/format-number.ts';

/** The conversation of an agent as people read it, composed from the parts of its step. */
export function AgentConversation({
  parts,
  retried,
}: {
  parts: readonly Step[];
  /** The session, if its turns can run again. */
  retried: Session | null;
}) {
  const { instructions, prompt } = promptOf(parts);
  return (
    <section aria-label="Conversation" className={classes.conversation}>
      <h3 className={classes.heading}>Conversation</h3>
      {instructions !== '' && (
        <details>
          <summary>Instructions</summary>
          <p className={classes.text}>{instructions}</p>
        </details>
      )}
      <div className={classes.asked}>
        <span className={classes.who}>Task</span>
        <p className={classes.text}>{prompt}</p>
      </div>
      <ol className={classes.turns}>
        {turnsOf(parts).map((turn) => (
          <Turn key={`${turn.step.iteration}.${turn.step.run}.${turn.step.attempt}`} turn={turn} retried={retried} />
        ))}
      </ol>
    </section>
  );
}

function Turn({
  turn: { step, text, correction, tokens, calls },
  retried,
}: {
  turn: ShownTurn;
  retried: Session | null;
}) {
  const now = useNow();
  const took = formatDuration(durationBetween(step.startedAt, step.finishedAt, now) ?? 0);
  return (
    <li className={classes.turn}>
      {correction !== null && <p className={classes.text}>{correction}</p>}
      <div className={classes.head}>
        <span className={classes.who}>Turn {step.turn}</span>
        <span className={classes.soft}>
          {took}
          {tokens !== null && `, ${formatNumber(tokens)} tokens`}
        </span>
        {step.status !== 'SUCCEEDED' && <StatusBadge status={step.status} />}
        {retried !== null && step.turn !== undefined && (
          <span className={classes.actions}>
            <RunAgainFromTurn session={retried} componentId={step.componentId} turn={step.turn} />
          </span>
        )}
      </div>
      {text !== '' && <p className={classes.text}>{text}</p>}
      {step.error && (
        <Alert color="red" variant="light" p="sm">
          {step.error.message} <Code>{step.error.code}</Code>
        </Alert>
      )}
      {calls.map((call) => (
        <details key={call.iteration} className={classes.call}>
          <summary>
            Calls <strong>{call.tool}</strong> <StatusBadge status={call.status} />
          </summary>
          <DataView label="Arguments" value={call.input} />
          {call.approval && <p className={classes.text}>{decisionWords(call.approval)}</p>}
          {call.error && (
            <Alert color="red" variant="light" p="sm">
              {call.error.message} <Code>{call.error.code}</Code>
            </Alert>
          )}
          {(!call.error || call.output !== null) && <DataView label="Result" value={call.output} />}
        </details>
      ))}
    </li>
  );
}

function decisionWords({ choice, by, comment }: NonNullable<Step['approval']>): string {
  const decided = `${choice === 'approve' ? 'Approved' : 'Rejected'}${by ? ` by ${by}` : ''}`;
  return comment ? `${decided}: ${comment}` : `${decided}.`;
}
