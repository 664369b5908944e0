import type { Session } from '../api/types.ts';
import { texts } from '../texts/sessions.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { Panel } from '../ui/panel.tsx';
import { SessionChildren } from './session-children.tsx';
import classes from './session-page.module.css';

/** What the session was started with, what came out where it succeeded, and which sessions it started. */
export function SessionValues({ session }: { session: Session }) {
  return (
    <>
      <div className={classes.values}>
        <Panel>
          <JsonTree label={texts.placeholderValues} value={session.placeholderValues} />
        </Panel>
        {(session.status === 'SUCCEEDED' || (session.output ?? null) !== null) && (
          <Panel>
            <JsonTree label={texts.output} value={session.output} />
          </Panel>
        )}
      </div>
      <div className={classes.children}>
        <SessionChildren session={session} />
      </div>
    </>
  );
}
