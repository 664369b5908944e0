import { Anchor, Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { useCompletePasswordReset } from '../../api/queries/account-security.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { takeToken } from './take-token.ts';

/** Sets a new password. The token is in the fragment, which no server sees, and leaves the address bar immediately. */
export function ResetPasswordPage() {
  const [token] = useState(takeToken);
  const complete = useCompletePasswordReset();
  if (complete.isSuccess)
    return (
      <Door title="Password set" text={<>Sign in as {complete.data} with the new password.</>}>
        <div className={classes.form}>
          <Button component={Link} to="/sign-in">
            Sign in
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
      <Door title="The link is incomplete" text="Copy the whole link, or ask for a new one.">
        <div className={classes.form}>
          <Anchor component={Link} to="/forgot-password" size="sm">
            Forgot your password?
          </Anchor>
        </div>
      </Door>
    );
  return (
    <Door title="Set a new password" text="This signs you out everywhere.">
      <form className={classes.form} onSubmit={submit}>
        <NewPasswordInput
          name="password"
          label="New password"
          description="At least 8 characters. Common and leaked passwords are refused."
          autoFocus
        />
        {complete.isError && <FormError message={messageOf(complete.error)} />}
        <Button type="submit" loading={complete.isPending}>
          Set password
        </Button>
      </form>
    </Door>
  );
}
