/** Returns the message of a group of failures with `…` for each address, number and id in which its failures differ. */
export function readableGroup(message: string): string {
  return message.replaceAll(/<address>|#/g, '…');
}
