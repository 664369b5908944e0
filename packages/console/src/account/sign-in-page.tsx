import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { hasStatus } from '../api/api-error.ts';
import { useSignIn } from '../api/queries/account.ts';
import { setupQuery } from '../api/queries/setup.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { FormError } from './form-error.tsx';

export function SignInPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const setup = useQuery(setupQuery);
  const signIn = useSignIn();
  if (setup.data?.needed) return <Navigate to="/set-up" replace />;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await signIn.mutateAsync({ email: String(form.get('email')), password: String(form.get('password')) });
    await navigate(localPath(params.get('then')), { replace: true });
  }

  return (
    <Door title="Sign in">
      <form className={classes.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required autoFocus withAsterisk={false} />
        <PasswordInput name="password" label="Password" autoComplete="current-password" required withAsterisk={false} />
        {signIn.isError && <FormError message={refusal(signIn.error)} />}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
    </Door>
  );
}

function refusal(error: Error): string {
  if (hasStatus(error, 401)) return 'The e-mail address or the password is not right.';
  if (hasStatus(error, 429)) return 'Too many tries. Wait a minute and try again.';
  return error.message;
}

/** Where to go after the sign-in: a path of this site only, whatever the address says. */
function localPath(then: string | null): string {
  return then?.startsWith('/') && !then.startsWith('//') && !then.startsWith('/\\') ? then : '/';
}
