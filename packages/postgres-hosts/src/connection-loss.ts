/** The server ended the connection, as at a shutdown, at a crash, by an administrator or after it was idle for long. */
const ENDED_BY_SERVER = /^(57P0[125]|08003|08006)$/;
/** Error codes of sockets, and of Prisma's client. */
const CLOSED = /^(ECONNRESET|EPIPE|P1017)$/;
/** pg has no code for its own errors, and Prisma's client repeats their texts. */
const CLOSED_TEXT = /Connection terminated unexpectedly|encountered a connection error and is not queryable/;

/**
 * Returns true for an error of pg, or a text and code of one, if the connection ended before the server answered. A new
 * connection may work. An error of a server that cannot be reached or does not answer in time is another one.
 */
export function isConnectionLoss({ code, message }: { code?: unknown; message: string }): boolean {
  if (typeof code === 'string' && (ENDED_BY_SERVER.test(code) || CLOSED.test(code))) return true;
  return CLOSED_TEXT.test(message);
}
