import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { appsQuery, useRefreshApp } from '../../api/queries/apps.ts';
import type { Credential } from '../../api/queries/credentials.ts';
import { type BulkRequest, startBulkOperation } from '../../api/queries/operations.ts';
import { plural } from '../../ui/plural.ts';

/** After a sign-in: that it worked, and what failed for the want of it, to be retried in bulk. */
export function SignedInNotice({ credentials }: { credentials: readonly Credential[] }) {
  const [params, setParams] = useSearchParams();
  const credential = credentials.find(({ id }) => id === params.get('signed-in'));
  if (credential === undefined) return null;
  const dismiss = () =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete('signed-in');
        return next;
      },
      { replace: true },
    );
  return (
    <Alert
      color="green"
      variant="light"
      m="md"
      role="status"
      title={`Signed in to ${credential.name}`}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={dismiss}
    >
      <RetryFailed id={credential.id} />
      <AppsOfCredential id={credential.id} />
    </Alert>
  );
}

/** Apps that were not read because nobody was signed in. */
function AppsOfCredential({ id }: { id: string }) {
  const { data } = useQuery(appsQuery);
  const refresh = useRefreshApp();
  const navigate = useNavigate();
  const apps = data?.items.filter(({ credential, message }) => credential === id && message !== null) ?? [];
  return apps.map((app) => (
    <Group key={app.id} gap="sm" mt="xs">
      <span>The app {app.name} could not be read.</span>
      <Button
        size="compact-sm"
        loading={refresh.isPending}
        onClick={() => refresh.mutate(app.id, { onSuccess: () => void navigate(`/apps/${app.id}`) })}
      >
        Read {app.name} again
      </Button>
    </Group>
  ));
}

/** The message of such a failure names the credential's id. */
function RetryFailed({ id }: { id: string }) {
  const filter = { status: ['FAILED' as const], text: id };
  const body: BulkRequest = { action: 'retry', filter };
  const count = useQuery({
    queryKey: ['failed-for-credential', id],
    queryFn: () => startBulkOperation({ ...body, dryRun: true }),
    gcTime: 0,
  });
  const retry = useMutation({ mutationFn: () => startBulkOperation(body) });
  const sessions = `/sessions?status=FAILED&text=${id}`;
  if (retry.data !== undefined)
    return (
      <>
        {sessionsOf(retry.data.matched)} will be retried from the failed step.{' '}
        <Anchor component={Link} to="/sessions" size="sm">
          Show sessions
        </Anchor>
      </>
    );
  if (count.data === undefined || count.data.matched === 0) return <>Workflows can use it from now on.</>;
  return (
    <Group gap="sm">
      <span>
        {sessionsOf(count.data.matched)} failed because nobody was signed in.{' '}
        <Anchor component={Link} to={sessions} size="sm">
          Show them
        </Anchor>
      </span>
      <Button size="compact-sm" loading={retry.isPending} onClick={() => retry.mutate()}>
        Retry them
      </Button>
    </Group>
  );
}

function sessionsOf(count: number): string {
  return `${count} ${plural(count, { one: 'session', other: 'sessions' })}`;
}
