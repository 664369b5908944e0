import { Anchor, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link } from 'react-router';
import { useRequestPasswordReset } from '../../api/queries/account-security.ts';
import { setupQuery } from '../../api/queries/setup.ts';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';

/** Has a link mailed; without a mail server it shows whom to ask. */
export function ForgotPasswordPage() {
  const setup = useQuery(setupQuery);
  const request = useRequestPasswordReset();
  if (setup.isPending) return <PageLoader />;
  const back = (
    <Anchor component={Link} to="/sign-in" size="sm">
      Back to sign in
    </Anchor>
  );
  if (!setup.data?.sendsMail)
    return (
      <Door
        title="Forgot your password?"
        text="This service does not send e-mails. Ask an admin for a reset link (Settings, Members)."
      >
        <div className={classes.form}>{back}</div>
      </Door>
    );
  if (request.isSuccess)
    return (
      <Door
        title="Check your inbox"
        text="If this e-mail address has an account, we sent a link to it. The link works once."
      >
        <div className={classes.form}>{back}</div>
      </Door>
    );
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    request.mutate(String(new FormData(event.currentTarget).get('email')));
  }
  return (
    <Door title="Forgot your password?" text="We will e-mail you a link to set a new one.">
      <form className={classes.form} onSubmit={submit}>
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required autoFocus />
        {request.isError && <FormError message={messageOf(request.error)} />}
        <Button type="submit" loading={request.isPending}>
          Send link
        </Button>
        {back}
      </form>
    </Door>
  );
}
