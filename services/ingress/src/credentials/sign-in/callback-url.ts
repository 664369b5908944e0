export const callbackPath = '/credentials/callback';

/** Returns the URL to which authorization servers redirect browsers. It is registered there as the redirect address. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${callbackPath}`;
}
