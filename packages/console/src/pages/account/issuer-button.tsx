import '@mantine/core/styles/Divider.layer.css';
import { Button, Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSignInAtIssuer } from '../../api/queries/account.ts';
import { setupQuery } from '../../api/queries/setup.ts';
import classes from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';

/**
 * Signs in at the identity provider, if the service has one, and returns to `callbackURL`, a path of the console. The
 * form for a password follows, where passwords are accepted.
 */
export function IssuerButton({ callbackURL, invitationId }: { callbackURL: string; invitationId?: string }) {
  const { data: setup } = useQuery(setupQuery);
  const signIn = useSignInAtIssuer();
  const label = setup?.oidcLabel ?? null;
  if (label === null) return null;
  return (
    <div className={classes.form}>
      {signIn.isError && <FormError message={messageOf(signIn.error)} />}
      <Button
        variant={setup?.acceptsPasswords === false ? 'filled' : 'default'}
        loading={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate({ callbackURL, ...(invitationId !== undefined && { invitationId }) })}
      >
        {label}
      </Button>
      {setup?.acceptsPasswords === true && <Divider label="or" />}
    </div>
  );
}
