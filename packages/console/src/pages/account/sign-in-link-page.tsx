import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSignInByLink } from '../../api/queries/account.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { takeToken } from './take-token.ts';

/** Signs in with a link of the operator. It works once, so a click uses it, which no mail scanner does. */
export function SignInLinkPage() {
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const signIn = useSignInByLink();
  if (token === '')
    return (
      <Door title="The link is incomplete" text="Copy the whole link, or ask for a new one.">
        <Anchor component={Link} to="/sign-in" size="sm">
          Sign in
        </Anchor>
      </Door>
    );
  return (
    <Door title="Sign in with a link" text="The operator of this service made this link for you. It works once.">
      <div className={classes.form}>
        {signIn.isError && <FormError message={messageOf(signIn.error)} />}
        <Button
          loading={signIn.isPending}
          onClick={() => signIn.mutate(token, { onSuccess: () => void navigate('/', { replace: true }) })}
        >
          Sign in
        </Button>
      </div>
    </Door>
  );
}
