import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  type Retry,
  type RetryFrom,
  retryPreviewQuery,
  retrySession,
  useSessionAction,
} from '../../api/queries/sessions.ts';
import type { RetryPreview, Session } from '../../api/types.ts';
import { loadPart } from '../../ui/load-part.tsx';

const RetryOnLatestDialog = loadPart(async () => (await import('./retry-on-latest-dialog.tsx')).RetryOnLatestDialog);

/** Retries of a session that failed or was cancelled; on the latest version first, where that is another one. */
export function RetryButtons({ session }: { session: Session }) {
  const retry = useSessionAction(session.id, (how: Retry) => retrySession(session.id, how));
  const { data: preview } = useQuery(retryPreviewQuery(session.id, session.run));
  const [asked, setAsked] = useState<RetryFrom | null>(null);
  const latest = preview === undefined ? null : latestName(preview);
  const own = latest === null ? '' : ` (${ownName(session)})`;
  const fromFailed = session.status === 'FAILED' ? 'Retry from failed step' : 'Resume';
  return (
    <>
      <Button.Group>
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={retry.isPending}
          onClick={() => (latest === null ? retry.mutate({ from: 'failed-step' }) : setAsked('failed-step'))}
        >
          {latest === null ? fromFailed : `Retry with ${latest}…`}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button px={8} aria-label="More retry options">
              <IconChevronDown size={15} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {latest !== null && (
              <>
                <Menu.Item onClick={() => setAsked('start')}>Retry from start with {latest}…</Menu.Item>
                <Menu.Item onClick={() => retry.mutate({ from: 'failed-step' })}>
                  {fromFailed}
                  {own}
                </Menu.Item>
              </>
            )}
            <Menu.Item onClick={() => retry.mutate({ from: 'start' })}>Retry from start{own}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <Suspense>
        {asked !== null && preview && latest !== null && (
          <RetryOnLatestDialog
            preview={preview}
            latest={latest}
            from={asked}
            isPending={retry.isPending}
            onRetry={() => retry.mutate({ from: asked, version: 'latest' }, { onSuccess: () => setAsked(null) })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Names the version that is newer than the session's; null when there is none. */
function latestName({ fromVersion, toVersion, changes }: RetryPreview): string | null {
  if (toVersion !== null) return toVersion === fromVersion ? null : `version ${toVersion}`;
  return changes.length > 0 ? 'the draft' : null;
}

function ownName({ workflowVersion }: Session): string {
  return workflowVersion === null ? 'as it was' : `version ${workflowVersion}`;
}
