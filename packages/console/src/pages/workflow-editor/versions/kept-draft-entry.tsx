import { Button, Group } from '@mantine/core';
import { Ago } from '../../../ui/time.tsx';
import type { Schemas } from '@workflow/api-types';
import { KeptDraftChanges } from './version-changes.tsx';
import classes from './versions-drawer.module.css';

interface KeptDraftEntryProps {
  kept: Schemas['KeptDraft'];
  isOpen: boolean;
  onToggle: () => void;
  onRestore: () => void;
}

/** A draft that was replaced before it was published. */
export function KeptDraftEntry({ kept, isOpen, onToggle, onRestore }: KeptDraftEntryProps) {
  return (
    <li className={classes.version}>
      <strong>Draft that was not published</strong>
      <div className={classes.meta}>
        Replaced <Ago time={kept.createdAt} />
        {kept.createdBy?.name ? ` by ${kept.createdBy.name}` : ''}
      </div>
      <Group gap="xs" mt={8}>
        <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
          Compare with draft
        </Button>
        <Button size="compact-xs" variant="default" onClick={onRestore}>
          Restore as draft
        </Button>
      </Group>
      {isOpen && <KeptDraftChanges draftId={kept.id} />}
    </li>
  );
}
