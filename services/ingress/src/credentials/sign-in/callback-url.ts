export const callbackPath = '/credentials/callback';

/** Returns the URL to which authorization servers redirect browsers, and which is registered there. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${callbackPath}`;
}

export const clientDocumentPath = '/credentials/client.json';

/**
 * Returns the URL of the document that describes this client. It is the client's id at servers that read such
 * documents.
 */
export function clientDocumentUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${clientDocumentPath}`;
}
