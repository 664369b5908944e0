import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { hasStatus } from '../../api/api-error.ts';
import { useSecondStep } from '../../api/queries/account.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { CodeInput } from './set-up-second-factor.tsx';

/** The second step of a sign-in, after the password was right. */
export function SecondStep({ onSignedIn, onBack }: { onSignedIn: () => void; onBack: () => void }) {
  const verify = useSecondStep();
  const [isBackupCode, setIsBackupCode] = useState(false);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    verify.mutate({ code, isBackupCode }, { onSuccess: onSignedIn });
  }
  return (
    <Door
      title="Second factor"
      text={isBackupCode ? 'Enter one of your backup codes.' : 'Enter the code that your authenticator app shows.'}
    >
      <form className={classes.form} onSubmit={submit}>
        {isBackupCode ? (
          <TextInput key="backup" name="code" label="Backup code" autoComplete="off" required autoFocus />
        ) : (
          <CodeInput key="app" label="Code" />
        )}
        {verify.isError && (
          <FormError
            message={
              hasStatus(verify.error, 429)
                ? 'Too many wrong codes. Wait a while and try again.'
                : messageOf(verify.error)
            }
          />
        )}
        <Button type="submit" loading={verify.isPending}>
          Sign in
        </Button>
        <Button variant="default" onClick={() => setIsBackupCode(!isBackupCode)}>
          {isBackupCode ? 'Use the authenticator app' : 'Use a backup code'}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </form>
    </Door>
  );
}
