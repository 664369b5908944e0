const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns true if the text is a UUID of any version, in lowercase or uppercase. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
