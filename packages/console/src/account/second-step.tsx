import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { useSecondStep } from '../api/queries/account.ts';
import { texts } from '../texts/account.tsx';
import { Door } from './door.tsx';
import classes from './door.module.css';
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
    <Door title={texts.secondFactor} text={isBackupCode ? texts.enterOneOfYourBackup : texts.enterTheCodeThatYour}>
      <form className={classes.form} onSubmit={submit}>
        {isBackupCode ? (
          <TextInput key="backup" name="code" label={texts.backupCode} autoComplete="off" required autoFocus />
        ) : (
          <CodeInput key="app" label={texts.code} />
        )}
        {verify.isError && (
          <FormError message={hasStatus(verify.error, 429) ? texts.tooManyWrongCodesWait : verify.error.message} />
        )}
        <Button type="submit" loading={verify.isPending}>
          {texts.signIn}
        </Button>
        <Button variant="default" onClick={() => setIsBackupCode(!isBackupCode)}>
          {isBackupCode ? texts.withTheAuthenticatorApp : texts.withABackupCode}
        </Button>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </form>
    </Door>
  );
}
