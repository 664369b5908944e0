import { Button, Group } from '@mantine/core';
import { Ago } from '../../../ui/time.tsx';
import type { StoredDraft } from '../../../api/queries/versions.ts';
import { StoredDraftChanges } from './version-changes.tsx';
import classes from './versions-drawer.module.css';

interface StoredDraftEntryProps {
  stored: StoredDraft;
  isOpen: boolean;
  onToggle: () => void;
  onRestore: () => void;
}

/** A draft that was replaced before it was published. */
export function StoredDraftEntry({ stored, isOpen, onToggle, onRestore }: StoredDraftEntryProps) {
  return (
    <li className={classes.version}>
      <strong>Draft that was not published</strong>
      <div className={classes.meta}>
        Replaced <Ago time={stored.createdAt} />
        {stored.createdBy?.name ? ` by ${stored.createdBy.name}` : ''}
      </div>
      <Group gap="xs" mt={8}>
        <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
          Compare with draft
        </Button>
        <Button size="compact-xs" variant="default" onClick={onRestore}>
          Restore as draft
        </Button>
      </Group>
      {isOpen && <StoredDraftChanges draftId={stored.id} />}
    </li>
  );
}
