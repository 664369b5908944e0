import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Code, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { accountSecurityQuery, useChangePassword, useRemoveSecondFactor } from '../../api/queries/account-security.ts';
import { useAccount } from '../../api/queries/account.ts';
import { setupQuery } from '../../api/queries/setup.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showDone } from '../../ui/show-done.ts';
import classes from './account-page.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** The signed-in person's own account: password, second factor, where they are signed in. */
export function AccountPage() {
  const account = useAccount();
  const setup = useQuery(setupQuery);
  return (
    <Page title="Account">
      <div className={classes.panels}>
        <p className={classes.who}>
          {account.name} · {account.email}
        </p>
        {setup.data?.acceptsPasswords !== false && (
          <>
            <PasswordPanel />
            <SecondFactorPanel />
          </>
        )}
        <SignInsPanel />
      </div>
    </Page>
  );
}

function PasswordPanel() {
  const change = useChangePassword();
  const form = useRef<HTMLFormElement>(null);
  const [differs, setDiffers] = useState(false);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const newPassword = String(fields.get('newPassword'));
    setDiffers(newPassword !== fields.get('repeated'));
    if (newPassword !== fields.get('repeated')) return;
    change.mutate(
      { currentPassword: String(fields.get('currentPassword')), newPassword },
      {
        onSuccess: () => {
          form.current?.reset();
          showDone('Password changed');
        },
      },
    );
  }
  return (
    <Panel title="Password" description="Changing it signs you out everywhere else.">
      <form className={classes.form} onSubmit={submit} ref={form}>
        <PasswordInput name="currentPassword" label="Current password" autoComplete="current-password" required />
        <NewPasswordInput
          name="newPassword"
          label="New password"
          description="At least 8 characters. Common and leaked passwords are refused."
        />
        <PasswordInput name="repeated" label="New password again" autoComplete="new-password" required />
        {differs && <FormError message="The two new passwords differ." />}
        {!differs && change.isError && <FormError message={messageOf(change.error)} />}
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </form>
    </Panel>
  );
}

function SecondFactorPanel() {
  const security = useQuery(accountSecurityQuery);
  return (
    <Panel title="Second factor" description="Asks for a code from an authenticator app in addition to the password.">
      <LoadState query={security} />
      {security.data &&
        (security.data.hasSecondFactor ? (
          <RemoveSecondFactor isRequired={security.data.secondFactorRequired} />
        ) : (
          <div className={classes.narrow}>
            <SetUpSecondFactor />
          </div>
        ))}
    </Panel>
  );
}

function RemoveSecondFactor({ isRequired }: { isRequired: boolean }) {
  const remove = useRemoveSecondFactor();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    remove.mutate(String(new FormData(event.currentTarget).get('password')));
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div>
        Your second factor is <Code>on</Code>.
        {isRequired && ' Your organization requires one: without it, you will be asked to set one up again.'}
      </div>
      <PasswordInput name="password" label="Your password" autoComplete="current-password" required />
      {remove.isError && <FormError message={messageOf(remove.error)} />}
      <Button type="submit" color="red.8" loading={remove.isPending}>
        Turn off
      </Button>
    </form>
  );
}
