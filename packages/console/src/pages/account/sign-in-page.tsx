import '@mantine/core/styles/PasswordInput.layer.css';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { hasStatus } from '../../api/api-error.ts';
import { useSignIn } from '../../api/queries/account.ts';
import { setupQuery } from '../../api/queries/setup.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { IssuerButton } from './issuer-button.tsx';
import { refusalText } from '../../names/sign-in-refusals.ts';
import { SecondStep } from './second-step.tsx';

export function SignInPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const setup = useQuery(setupQuery);
  const signIn = useSignIn();
  const reason = params.get('error');
  const [asksForCode, setAsksForCode] = useState(false);
  if (setup.data?.needed) return <Navigate to="/set-up" replace />;

  const goOn = () => navigate(localPath(params.get('then')), { replace: true });
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isSignedIn = await signIn.mutateAsync({
      email: String(form.get('email')),
      password: String(form.get('password')),
    });
    if (isSignedIn) await goOn();
    else setAsksForCode(true);
  }

  if (asksForCode) return <SecondStep onSignedIn={() => void goOn()} onBack={() => setAsksForCode(false)} />;
  return (
    <Door title="Sign in" text={`Workflow automation at ${window.location.host}`}>
      <div className={classes.form}>
        {reason !== null && !signIn.isError && <FormError message={refusalText(reason)} />}
        <IssuerButton callbackURL={localPath(params.get('then'))} />
        {(setup.data?.acceptsPasswords ?? setup.isError) && (
          <form className={classes.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
            <TextInput
              name="email"
              type="email"
              label="E-mail"
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
            />
            <PasswordInput
              name="password"
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
            />
            {signIn.isError && <FormError message={refusal(signIn.error)} />}
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
            <Anchor component={Link} to="/forgot-password" size="sm">
              Forgot your password?
            </Anchor>
          </form>
        )}
      </div>
      <p className={classes.links}>
        <Anchor href="/docs" size="sm">
          API documentation
        </Anchor>
        <Anchor href="/readyz" size="sm">
          Status
        </Anchor>
      </p>
    </Door>
  );
}

function refusal(error: Error): string {
  if (hasStatus(error, 401)) return 'The e-mail address or password is wrong.';
  if (hasStatus(error, 429)) return 'Too many attempts. Wait a minute and try again.';
  return messageOf(error);
}

/** Where to go after the sign-in: only a path of this site, whatever the URL contains. */
function localPath(then: string | null): string {
  return then?.startsWith('/') && !then.startsWith('//') && !then.startsWith('/\\') ? then : '/';
}
