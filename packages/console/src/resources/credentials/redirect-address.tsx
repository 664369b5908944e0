import { Code, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Shows the redirect URL, which must be registered at the authorization server before a sign-in. */
export function RedirectAddress() {
  const address = `${window.location.origin}/credentials/callback`;
  return (
    <Text size="sm">
      Register this redirect URL for the client at the server: <Code>{address}</Code>{' '}
      <CopyButton value={address} label="Copy the redirect URL" />
      <br />
      Save, and then sign in.
    </Text>
  );
}
