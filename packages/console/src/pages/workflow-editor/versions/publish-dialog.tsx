import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asDefinition } from '../../../api/as-definition.ts';
import { ApiError, hasStatus, type Problem } from '../../../api/api-error.ts';
import { usePublish, versionQuery, versionsQuery } from '../../../api/queries/versions.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { plural } from '../../../ui/plural.ts';
import { useSubmitKey } from '../../../ui/use-submit-key.ts';
import { showDone } from '../../../ui/show-done.ts';
import { ConflictNotice } from '../saving/conflict-notice.tsx';
import { definitionChanges } from '../../../editor/draft/definition-changes.ts';
import { problemOfText } from '../../../editor/draft/unsaved-text.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { ChangeList } from './change-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { NO_WORDS, sentWords, VersionWordsFields } from './version-words-fields.tsx';

/** Returns a number with its noun, such as `1 connection`. */
function counted(count: number, noun: string): string {
  return plural(count, { one: `1 ${noun}`, other: `${count} ${noun}s` });
}

/** Shows what the next version changes, and lists every problem that prevents publishing. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { workflowId, autosave, allProblems, warnings } = useEditor();
  const draft = useDraft((state) => state.draft);
  const unsavedTexts = useDraft((state) => state.unsavedTexts);
  const live = [...unsavedTexts.map(problemOfText), ...[...usePicked(allProblems, (all) => all).values()].flat()];
  const doubtful = usePicked(warnings, (all) => all);
  const isInConflict = usePicked(autosave.status, (status) => status.kind === 'conflict');
  const versions = useQuery(versionsQuery(workflowId));
  const published = versions.data?.publishedVersion ?? null;
  const version = useQuery({ ...versionQuery(workflowId, published ?? 0), enabled: published !== null });
  const publish = usePublish(workflowId);
  const [words, setWords] = useState(NO_WORDS);
  const saveAndPublish = useMutation({
    meta: { ownErrors: true },
    mutationFn: async () => {
      // A draft that somebody else has saved meanwhile is not published unseen.
      const { number } = await autosave.withSaved((etag) => publish.mutateAsync({ etag, ...sentWords(words) }));
      showDone(`Version ${number} is published`);
      onClose();
    },
  });
  const isPrevented = live.length > 0 || isInConflict || saveAndPublish.isPending;
  useSubmitKey(() => {
    if (!isPrevented) saveAndPublish.mutate();
  });
  const refused: Problem[] =
    publish.error instanceof ApiError && publish.error.problems.length > 0 ? publish.error.problems : live;

  return (
    <Modal opened onClose={onClose} title="Publish" size="md">
      <Stack>
        {published !== null && version.data ? (
          <ChangeList changes={definitionChanges(asDefinition(version.data), draft)} since={`version ${published}`} />
        ) : (
          <div>
            This is the first version: {counted(draft.components.length, 'component')},{' '}
            {counted(draft.connections.length, 'connection')}. After you publish, production runs and webhooks can start
            the workflow.
          </div>
        )}
        {refused.length > 0 && (
          <Alert
            color="red"
            variant="light"
            title={plural(refused.length, {
              one: '1 problem prevents publishing',
              other: `${refused.length} problems prevent publishing`,
            })}
          >
            <ProblemList problems={refused} onChosen={onClose} />
          </Alert>
        )}
        {doubtful.length > 0 && (
          <Alert
            color="yellow"
            variant="light"
            title={plural(doubtful.length, { one: '1 warning', other: `${doubtful.length} warnings` })}
          >
            <ProblemList problems={doubtful} onChosen={onClose} />
          </Alert>
        )}
        <VersionWordsFields words={words} onChange={setWords} />
        {isInConflict && <ConflictNotice />}
        {saveAndPublish.isError && refused.length === 0 && !hasStatus(saveAndPublish.error, 412) && (
          <ErrorNotice error={saveAndPublish.error} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            loading={saveAndPublish.isPending}
            disabled={live.length > 0 || isInConflict}
            onClick={() => saveAndPublish.mutate()}
          >
            Publish
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
