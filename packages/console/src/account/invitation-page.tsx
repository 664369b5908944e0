import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { accountQuery } from '../api/queries/account.ts';
import { invitationQuery, useAcceptSignedIn, useAcceptWithNewAccount } from '../api/queries/invitations.ts';
import { PageLoader } from '../ui/page-loader.tsx';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { FormError } from './form-error.tsx';

/** Accepts an invitation: with the account that is signed in, after a sign-in, or with a new account. */
export function InvitationPage() {
  const { invitationId } = useParams() as { invitationId: string };
  const invitation = useQuery(invitationQuery(invitationId));
  const account = useQuery(accountQuery);
  if (invitation.isPending || account.isPending) return <PageLoader />;
  if (!invitation.data) return <Door title="Invitation not found" text="It may have expired, been withdrawn, or been accepted already. Ask for a new one." />;
  const { email, organizationName, inviterName, role, accountExists } = invitation.data;
  return (
    <Door title={`Join ${organizationName}`} text={`${inviterName} invited ${email} as ${role === 'admin' ? 'an admin' : 'a member'}.`}>
      {account.data?.email === email ? (
        <AcceptSignedIn id={invitationId} />
      ) : accountExists ? (
        <SignInFirst signedInAs={account.data?.email} />
      ) : (
        <NewAccount id={invitationId} email={email} />
      )}
    </Door>
  );
}

function AcceptSignedIn({ id }: { id: string }) {
  const navigate = useNavigate();
  const accept = useAcceptSignedIn(id);
  return (
    <div className={classes.form}>
      {accept.isError && <FormError message={accept.error.message} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate(undefined, { onSuccess: () => void navigate('/') })}>
        Accept
      </Button>
    </div>
  );
}

function SignInFirst({ signedInAs }: { signedInAs: string | undefined }) {
  const { pathname } = useLocation();
  return (
    <div className={classes.form}>
      <div>
        The address has an account. Sign in with it to accept.
        {signedInAs ? ` You are signed in as ${signedInAs}.` : ''}
      </div>
      <Button component={Link} to={`/sign-in?then=${encodeURIComponent(pathname)}`}>
        Sign in
      </Button>
    </div>
  );
}

function NewAccount({ id, email }: { id: string; email: string }) {
  const navigate = useNavigate();
  const accept = useAcceptWithNewAccount(id);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await accept.mutateAsync({ name: String(form.get('name')), password: String(form.get('password')) });
    await navigate('/', { replace: true });
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <TextInput label="E-mail" value={email} readOnly autoComplete="username" />
      <TextInput name="name" label="Your name" autoComplete="name" required autoFocus maxLength={200} />
      <PasswordInput name="password" label="Password" description="At least 8 characters" autoComplete="new-password" required minLength={8} maxLength={128} />
      {accept.isError && <FormError message={accept.error.message} />}
      <Button type="submit" loading={accept.isPending}>
        Make the account and join
      </Button>
    </form>
  );
}
