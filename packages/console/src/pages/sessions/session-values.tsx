import { isMasked, type Json } from '@workflow/workflow-model';
import type { Session } from '../../api/types.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SessionChildren } from './session-children.tsx';
import classes from './session-page.module.css';

/** The session's input, its output where it succeeded, and the sessions that it started. */
export function SessionValues({ session, nameOf }: { session: Session; nameOf: (componentId: string) => string }) {
  const hasSensitive = isMasked([session.placeholderValues as Json, (session.output ?? null) as Json]);
  return (
    <>
      {hasSensitive && <p>Sensitive values are shown as •••. Only components can read them.</p>}
      <div className={classes.values}>
        <Panel>
          <JsonTree label="Placeholder values" value={session.placeholderValues} />
        </Panel>
        {(session.status === 'SUCCEEDED' || (session.output ?? null) !== null) && (
          <Panel>
            <JsonTree label="Output" value={session.output} />
          </Panel>
        )}
      </div>
      <div className={classes.children}>
        <SessionChildren session={session} nameOf={nameOf} />
      </div>
    </>
  );
}
