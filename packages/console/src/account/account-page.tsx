import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Code, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { accountSecurityQuery, useChangePassword, useRemoveSecondFactor } from '../api/queries/account-security.ts';
import { useAccount } from '../api/queries/account.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { showDone } from '../ui/show-done.ts';
import { texts } from '../texts/account.tsx';
import classes from './account-page.module.css';
import { FormError } from './form-error.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { NewPasswordInput } from './new-password-input.tsx';

/** The signed-in person's own account: password, second factor, where they are signed in. */
export function AccountPage() {
  const account = useAccount();
  return (
    <Page title={texts.account}>
      <div className={classes.panels}>
        <p className={classes.who}>
          {account.name} · {account.email}
        </p>
        <PasswordPanel />
        <SecondFactorPanel />
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
          showDone(texts.passwordChanged);
        },
      },
    );
  }
  return (
    <Panel title={texts.password} description={texts.changingItSignsYouOut}>
      <form className={classes.form} onSubmit={submit} ref={form}>
        <PasswordInput name="currentPassword" label={texts.currentPassword} autoComplete="current-password" required />
        <NewPasswordInput name="newPassword" label={texts.newPassword} description={texts.atLeast8CharactersAnd} />
        <PasswordInput name="repeated" label={texts.newPasswordAgain} autoComplete="new-password" required />
        {differs && <FormError message={texts.theTwoNewPasswordsDiffer} />}
        {!differs && change.isError && <FormError message={change.error.message} />}
        <Button type="submit" loading={change.isPending}>
          {texts.changePassword}
        </Button>
      </form>
    </Panel>
  );
}

function SecondFactorPanel() {
  const security = useQuery(accountSecurityQuery);
  return (
    <Panel title={texts.secondFactor} description={texts.aCodeOfAnAuthenticator}>
      {security.isError && <ErrorNotice error={security.error} onRetry={() => void security.refetch()} />}
      {security.isPending && <PageLoader />}
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
        {texts.yourSecondFactorIs(<Code>{texts.on}</Code>, isRequired && texts.yourOrganizationRequiresOneWithout)}
      </div>
      <PasswordInput name="password" label={texts.yourPassword} autoComplete="current-password" required />
      {remove.isError && <FormError message={remove.error.message} />}
      <Button type="submit" color="red.8" loading={remove.isPending}>
        {texts.turnOff}
      </Button>
    </form>
  );
}
