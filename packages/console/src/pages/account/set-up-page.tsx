import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { setupQuery, useSetUp } from '../../api/queries/setup.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { NewPasswordInput } from './new-password-input.tsx';

/** First-time set-up: creates the first admin and organization, and is closed as soon as there is a user. */
export function SetUpPage() {
  const navigate = useNavigate();
  const setup = useQuery(setupQuery);
  const setUp = useSetUp();
  if (setup.data && !setup.data.needed && !setUp.isPending) return <Navigate to="/" replace />;

  const acceptsPasswords = setup.data?.acceptsPasswords !== false;
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    await setUp.mutateAsync({
      organizationName: text('organizationName'),
      name: text('name'),
      email: text('email'),
      password: acceptsPasswords ? text('password') : null,
    });
    await navigate('/', { replace: true });
  }

  return (
    <Door title="Set up" text="Create the first organization and its admin. Others join by invitation.">
      <form className={classes.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <TextInput
          name="organizationName"
          label="Organization"
          autoComplete="organization"
          required
          autoFocus
          maxLength={100}
        />
        <TextInput name="name" label="Your name" autoComplete="name" required maxLength={100} />
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required />
        {acceptsPasswords && <NewPasswordInput name="password" label="Password" description="At least 8 characters" />}
        {setUp.isError && <FormError message={messageOf(setUp.error)} />}
        <Button type="submit" loading={setUp.isPending}>
          Set up
        </Button>
      </form>
    </Door>
  );
}
