import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App } from '../../api/queries/apps.ts';
import { credentialsQuery } from '../../api/queries/credentials.ts';
import { SignInButton } from '../../resources/credentials/sign-in-button.tsx';

/** Why an app was not read, what was left out, and a sign-in that its credential needs. */
export function AppNotices({ app }: { app: App }) {
  const { data } = useQuery(credentialsQuery);
  const credential = data?.items.find(({ id }) => id === app.credential);
  return (
    <>
      {credential?.status === 'sign-in-needed' && (
        <Alert color="orange" variant="light" mb="md" role="status" title={`${credential.name} needs a sign-in`}>
          {app.version === null
            ? 'Sign in so that the service can read the app.'
            : 'Calls fail until someone signs in.'}{' '}
          <SignInButton id={credential.id} name={credential.name} isNeeded />
        </Alert>
      )}
      {app.message !== null && (
        <Alert
          color={app.status === 'failed' ? 'red' : 'orange'}
          variant="light"
          mb="md"
          role={app.status === 'failed' ? 'alert' : 'status'}
          title={app.status === 'failed' ? 'Could not read the source' : 'Notes from the last refresh'}
        >
          {app.message}
        </Alert>
      )}
    </>
  );
}
