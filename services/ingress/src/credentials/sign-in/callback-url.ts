export const callbackPath = '/credentials/callback';

/** Returns the URL to which authorization servers redirect browsers. It is registered there as the redirect URL. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${callbackPath}`;
}

export const clientDocumentPath = '/credentials/client.json';

/** Returns the URL of the document that describes this client, which is its id at servers that read such documents. */
export function clientDocumentUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${clientDocumentPath}`;
}
