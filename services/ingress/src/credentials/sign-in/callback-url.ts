export const callbackPath = '/credentials/callback';

/** Where authorization servers send browsers back to: what is registered there as the redirect address. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${callbackPath}`;
}
