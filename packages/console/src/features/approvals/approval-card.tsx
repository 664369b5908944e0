import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Approval } from '../../api/queries/approvals.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { For } from '../../ui/time.tsx';
import classes from './approval-card.module.css';
import { choiceLabel } from './choice-label.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { formatDateTime } from '../../ui/format-time.ts';

interface ApprovalCardProps {
  approval: Approval;
  /** True on the page of the session, which needs no link to itself. */
  ofSession?: boolean;
}

/** An approval that waits: what is asked, who asks, since when and until when, and a button for each choice. */
function ApprovalCard({ approval, ofSession = false }: ApprovalCardProps) {
  const [choice, setChoice] = useState<string | null>(null);
  const { title, message, choices, workflowId, workflowName, sessionId, createdAt, expiresAt, url } = approval;
  return (
    <article className={classes.card} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {message !== '' && <p className={classes.message}>{message}</p>}
      <p className={classes.facts}>
        <span>
          Requested by <Link to={`/workflows/${workflowId}`}>{workflowName}</Link>
        </span>
        <span>
          Waiting for <For since={createdAt} />
        </span>
        <span>
          Until <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>
        </span>
        {!ofSession && <Link to={`/sessions/${sessionId}`}>Show session</Link>}
      </p>
      {url === undefined ? (
        <p className={classes.facts}>Only the named approvers can decide.</p>
      ) : (
        <div className={classes.buttons}>
          {choices.map((each, index) => (
            <Button key={each} variant={index === 0 ? 'filled' : 'default'} onClick={() => setChoice(each)}>
              {choiceLabel(each)}
            </Button>
          ))}
          <CopyButton value={url} label="Copy link to the approval page" />
        </div>
      )}
      {choice !== null && <DecideDialog approval={approval} choice={choice} onClose={() => setChoice(null)} />}
    </article>
  );
}

export function ApprovalList({ approvals, ofSession = false }: { approvals: Approval[]; ofSession?: boolean }) {
  return (
    <ul className={classes.list}>
      {approvals.map((approval) => (
        <li key={approval.id}>
          <ApprovalCard approval={approval} ofSession={ofSession} />
        </li>
      ))}
    </ul>
  );
}
