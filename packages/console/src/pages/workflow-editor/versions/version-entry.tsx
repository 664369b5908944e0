import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDescribeVersion, type versionsQuery } from '../../../api/queries/versions.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Ago } from '../../../ui/time.tsx';
import { VersionChanges } from './version-changes.tsx';
import { sentWords, VersionWordsFields } from './version-words-fields.tsx';
import classes from './versions-drawer.module.css';

type Version = Awaited<ReturnType<NonNullable<ReturnType<typeof versionsQuery>['queryFn']>>>['items'][number];

interface VersionEntryProps {
  version: Version;
  isShown: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onRestore: (publish: boolean) => void;
}

/** A version with its name and note, which are changed here; it can be compared, restored and published again. */
export function VersionEntry({ version, isShown, isOpen, onToggle, onRestore }: VersionEntryProps) {
  const { number, published, versionName, note, createdAt, createdBy } = version;
  const [isEdited, setEdited] = useState(false);
  return (
    <li className={classes.version} ref={(item) => void (isShown && item?.scrollIntoView({ block: 'nearest' }))}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <strong className={classes.name}>
          Version {number}
          {versionName !== null && `: ${versionName}`}
        </strong>
        {published && <StatusBadge status="PUBLISHED" />}
      </Group>
      <div className={classes.meta}>
        <Ago time={createdAt} />
        {createdBy?.name ? ` by ${createdBy.name}` : ''}
      </div>
      {isEdited ? (
        <WordsForm version={version} onClose={() => setEdited(false)} />
      ) : (
        note !== null && <div className={classes.note}>{note}</div>
      )}
      <Group gap="xs" mt={8}>
        <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
          Compare with draft
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onRestore(false)}>
          Restore as draft
        </Button>
        {!published && (
          <Button size="compact-xs" variant="default" onClick={() => onRestore(true)}>
            Roll back to this version
          </Button>
        )}
        {!isEdited && (
          <Button size="compact-xs" variant="default" onClick={() => setEdited(true)}>
            {versionName === null && note === null ? 'Name it…' : 'Edit name and note…'}
          </Button>
        )}
      </Group>
      {isOpen && <VersionChanges number={number} />}
    </li>
  );
}

function WordsForm({ version, onClose }: { version: Version; onClose: () => void }) {
  const { workflowId } = useEditor();
  const [words, setWords] = useState({ versionName: version.versionName ?? '', note: version.note ?? '' });
  const describe = useDescribeVersion(workflowId);
  const save = useMutation({
    meta: { ownErrors: true },
    mutationFn: () => describe.mutateAsync({ number: version.number, ...sentWords(words) }),
    onSuccess: onClose,
  });
  return (
    <form
      className={classes.words}
      aria-label={`Name and note of version ${version.number}`}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <VersionWordsFields words={words} onChange={setWords} />
      {save.isError && <ErrorNotice error={save.error} />}
      <Group gap="xs" justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="compact-xs" type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
}
