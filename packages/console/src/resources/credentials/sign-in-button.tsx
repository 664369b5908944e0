import { Button } from '@mantine/core';
import { useAuthorizeCredential } from '../../api/queries/credentials.ts';
import { useIsAdmin } from '../../api/queries/account.ts';

interface SignInButtonProps {
  id: string;
  name: string;
  /** True if a sign-in is required. */
  isNeeded: boolean;
}

/** Leads an admin to the authorization server, which sends the browser back to the credentials. */
export function SignInButton({ id, name, isNeeded }: SignInButtonProps) {
  const authorize = useAuthorizeCredential();
  const isAdmin = useIsAdmin();
  if (!isAdmin) return isNeeded ? <span>Ask an admin to sign in to it.</span> : null;
  return (
    <Button
      size="compact-sm"
      variant={isNeeded ? 'filled' : 'default'}
      loading={authorize.isPending}
      onClick={() => authorize.mutate(id)}
      aria-label={`Sign in to ${name}`}
    >
      {isNeeded ? 'Sign in' : 'Sign in again'}
    </Button>
  );
}
