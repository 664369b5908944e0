import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { asDefinition } from '../../api/as-definition.ts';
import { ApiError, hasStatus, type Problem } from '../../api/api-error.ts';
import { usePublish, versionQuery, versionsQuery } from '../../api/queries/versions.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { showDone } from '../../ui/show-done.ts';
import { ConflictNotice } from '../conflict-notice.tsx';
import { definitionChanges } from '../definition-changes.ts';
import { useDraft, useEditor } from '../editor-context.ts';
import { usePicked } from '../value-store.ts';
import { texts } from '../../texts/versions.ts';
import { ChangeList } from './change-list.tsx';
import { ProblemList } from './problem-list.tsx';

/** Shows what the next version changes, and lists every problem that prevents publishing. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { workflowId, autosave, allProblems } = useEditor();
  const draft = useDraft((state) => state.draft);
  const live = [...usePicked(allProblems, (all) => all).values()].flat();
  const isInConflict = usePicked(autosave.status, (status) => status.kind === 'conflict');
  const versions = useQuery(versionsQuery(workflowId));
  const published = versions.data?.publishedVersion ?? null;
  const version = useQuery({ ...versionQuery(workflowId, published ?? 0), enabled: published !== null });
  const publish = usePublish(workflowId);
  const saveAndPublish = useMutation({
    meta: { ownErrors: true },
    mutationFn: async () => {
      // A draft that somebody else has saved meanwhile is not published unseen.
      const { number } = await autosave.withSaved(publish.mutateAsync);
      showDone(texts.versionIsPublished(number));
      onClose();
    },
  });
  const refused: Problem[] =
    publish.error instanceof ApiError && publish.error.problems.length > 0 ? publish.error.problems : live;

  return (
    <Modal opened onClose={onClose} title={texts.publish} size="md">
      <Stack>
        {published !== null && version.data ? (
          <ChangeList changes={definitionChanges(asDefinition(version.data), draft)} since={published} />
        ) : (
          <div>{texts.thisIsTheFirstVersion(draft.components.length, draft.connections.length)}</div>
        )}
        {refused.length > 0 && (
          <Alert color="red" variant="light" title={texts.problemsPreventPublishing(refused.length)}>
            <ProblemList problems={refused} onChosen={onClose} />
          </Alert>
        )}
        {isInConflict && <ConflictNotice />}
        {saveAndPublish.isError && refused.length === 0 && !hasStatus(saveAndPublish.error, 412) && (
          <ErrorNotice error={saveAndPublish.error} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            data-autofocus
            loading={saveAndPublish.isPending}
            disabled={live.length > 0 || isInConflict}
            onClick={() => saveAndPublish.mutate()}
          >
            {texts.publish}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
