import { Anchor, Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { useCompletePasswordReset } from '../api/queries/account-security.ts';
import { texts } from '../texts/account.tsx';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { FormError } from './form-error.tsx';
import { NewPasswordInput } from './new-password-input.tsx';

/** Sets a new password. The token is in the fragment, which no server sees, and leaves the address bar at once. */
export function ResetPasswordPage() {
  const [token] = useState(takeToken);
  const complete = useCompletePasswordReset();
  if (complete.isSuccess)
    return (
      <Door title={texts.passwordSet} text={texts.signInAsWithThe(complete.data)}>
        <div className={classes.form}>
          <Button component={Link} to="/sign-in">
            {texts.signIn}
          </Button>
        </div>
      </Door>
    );
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    complete.mutate({ token, password: String(new FormData(event.currentTarget).get('password')) });
  }
  if (token === '')
    return (
      <Door title={texts.theLinkIsIncomplete} text={texts.openItAsAWhole}>
        <div className={classes.form}>
          <Anchor component={Link} to="/forgot-password" size="sm">
            {texts.forgotYourPassword}
          </Anchor>
        </div>
      </Door>
    );
  return (
    <Door title={texts.setANewPassword} text={texts.youAreSignedOutWherever}>
      <form className={classes.form} onSubmit={submit}>
        <NewPasswordInput
          name="password"
          label={texts.newPassword}
          description={texts.atLeast8CharactersAnd}
          autoFocus
        />
        {complete.isError && <FormError message={complete.error.message} />}
        <Button type="submit" loading={complete.isPending}>
          {texts.setPassword}
        </Button>
      </form>
    </Door>
  );
}

function takeToken(): string {
  const token = window.location.hash.slice(1);
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
