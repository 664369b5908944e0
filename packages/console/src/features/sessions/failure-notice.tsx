import { Alert, Anchor, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { credentialsQuery } from '../../api/queries/credentials.ts';
import { SignInButton } from '../../resources/credentials/sign-in-button.tsx';
import type { SessionFailure } from '../../api/types.ts';
import { ErrorId } from '../../ui/error-id.tsx';
import { FailureMessage } from './failure-message.tsx';
import { failureName } from '../../names/failure-names.ts';

interface FailureNoticeProps {
  error: SessionFailure;
  /** The component whose step failed, and what shows that step. */
  step?: { name: string; onShow: () => void; editHref?: string };
}

/** The message names the credential's id. */
function SignInAgain({ message }: { message: string }) {
  const { data } = useQuery(credentialsQuery);
  const credential = data?.items.find(({ id }) => message.includes(id));
  if (credential === undefined) return null;
  const { id, name, status } = credential;
  return (
    <div>
      {status === 'ready' ? (
        'Someone has signed in again since then. Retry the session.'
      ) : (
        <SignInButton id={id} name={name} isNeeded />
      )}
    </div>
  );
}

/** Why a step or session failed, and at which step, with the errorId to report to the operator (contract §2.4). */
export function FailureNotice({ error, step }: FailureNoticeProps) {
  return (
    <Alert
      color="red"
      variant="light"
      title={
        <>
          {failureName(error.code)} <Code>{error.code}</Code>
        </>
      }
      p="sm"
    >
      {step && (
        <div>
          Failed at{' '}
          <Anchor component="button" type="button" size="sm" fw={600} onClick={step.onShow}>
            {step.name}
          </Anchor>
          {step.editHref !== undefined && (
            <>
              {' · '}
              <Anchor component={Link} to={step.editHref} size="sm" aria-label={`Edit the component ${step.name}`}>
                Edit the component
              </Anchor>
            </>
          )}
        </div>
      )}
      <FailureMessage message={error.message} />
      {error.code === 'CREDENTIAL_EXPIRED' && <SignInAgain message={error.message} />}
      {error.errorId && <ErrorId value={error.errorId} />}
    </Alert>
  );
}
