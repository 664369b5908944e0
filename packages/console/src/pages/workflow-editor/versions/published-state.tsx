import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { asDefinition } from '../../../api/as-definition.ts';
import { versionQuery, versionsQuery } from '../../../api/queries/versions.ts';
import { countChanges, definitionChanges } from '../../../editor/draft/definition-changes.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { plural } from '../../../ui/plural.ts';
import classes from './published-state.module.css';

/** Which version is published, and how much of the draft is not; it opens what would be published. */
export function PublishedState() {
  const { workflowId, dialog } = useEditor();
  const { data } = useQuery(versionsQuery(workflowId));
  const published = data?.publishedVersion ?? null;
  if (data === undefined) return null;
  if (published === null) return <span className={classes.state}>Not published</span>;
  return (
    <button type="button" className={classes.state} onClick={() => dialog.set({ kind: 'publish' })}>
      Version {published}
      <Difference number={published} />
    </button>
  );
}

function Difference({ number }: { number: number }) {
  const { workflowId } = useEditor();
  // Typing goes before counting.
  const draft = useDeferredValue(useDraft((state) => state.draft));
  const { data } = useQuery(versionQuery(workflowId, number));
  const count = useMemo(() => data && countChanges(definitionChanges(asDefinition(data), draft)), [data, draft]);
  if (count === undefined) return null;
  if (count === 0) return ' · published';
  return (
    <>
      {' · '}
      <strong>{plural(count, { one: '1 change not published', other: `${count} changes not published` })}</strong>
    </>
  );
}
