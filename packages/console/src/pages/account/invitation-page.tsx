import { Anchor, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { accountQuery } from '../../api/queries/account.ts';
import { invitationQuery, useAcceptSignedIn, useAcceptWithPassword } from '../../api/queries/invitations.ts';
import { setupQuery } from '../../api/queries/setup.ts';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Door } from './door.tsx';
import { DoorOutage } from './door-outage.tsx';
import classes from './door.module.css';
import { IssuerButton } from './issuer-button.tsx';
import { isOutage, messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { NewPasswordInput } from './new-password-input.tsx';

/** Accepts an invitation: with the account that is signed in, after a sign-in, or with a new account. */
export function InvitationPage() {
  const { invitationId } = useParams() as { invitationId: string };
  const invitation = useQuery(invitationQuery(invitationId));
  const account = useQuery(accountQuery);
  const setup = useQuery(setupQuery);
  if (invitation.isPending || account.isPending || setup.isPending) return <PageLoader />;
  if (isOutage(invitation.error))
    return <DoorOutage error={invitation.error} onRetry={() => void invitation.refetch()} />;
  if (!invitation.data)
    return (
      <Door
        title="Invitation not found"
        text="It may have expired, been withdrawn or already been accepted. Ask for a new one."
      >
        <Anchor component={Link} to="/sign-in" size="sm">
          Sign in
        </Anchor>
      </Door>
    );
  const { email, organizationName, inviterName, role } = invitation.data;
  return (
    <Door
      title={`Join ${organizationName}`}
      text={`${inviterName} invited ${email} as ${role === 'admin' ? 'an admin' : 'a member'}.`}
    >
      {account.data?.email === email ? (
        <AcceptSignedIn id={invitationId} />
      ) : (
        <div className={classes.form}>
          <IssuerButton callbackURL="/" invitationId={invitationId} />
          {setup.data?.acceptsPasswords === true && (
            <JoinWithPassword id={invitationId} email={email} signedInAs={account.data?.email} />
          )}
        </div>
      )}
    </Door>
  );
}

function AcceptSignedIn({ id }: { id: string }) {
  const navigate = useNavigate();
  const accept = useAcceptSignedIn(id);
  return (
    <div className={classes.form}>
      {accept.isError && <FormError message={messageOf(accept.error)} />}
      <Button
        loading={accept.isPending}
        onClick={() => accept.mutate(undefined, { onSuccess: () => void navigate('/') })}
      >
        Accept
      </Button>
    </div>
  );
}

/** The service does not reveal whether the address has an account; the password of one joins with that account. */
function JoinWithPassword({ id, email, signedInAs }: { id: string; email: string; signedInAs: string | undefined }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const accept = useAcceptWithPassword(id);
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await accept.mutateAsync({ name: String(form.get('name')), password: String(form.get('password')) });
    await navigate('/', { replace: true });
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <TextInput label="E-mail" value={email} readOnly autoComplete="username" />
      <TextInput name="name" label="Your name" autoComplete="name" required autoFocus maxLength={200} />
      <NewPasswordInput
        name="password"
        label="Password"
        description="At least 8 characters. If you have an account with this e-mail address, use its password."
      />
      {accept.isError && <FormError message={messageOf(accept.error)} />}
      <Button type="submit" loading={accept.isPending}>
        Join
      </Button>
      <div>
        {signedInAs ? `You are signed in as ${signedInAs}. ` : ''}
        <Anchor component={Link} to={`/sign-in?then=${encodeURIComponent(pathname)}`} size="sm">
          Sign in with an existing account
        </Anchor>
      </div>
    </form>
  );
}
