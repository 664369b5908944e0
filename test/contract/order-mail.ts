/**
 * Returns the source of a mail with the subject `Order <id>`. @param more headers of its content and the content itself
 */
export function orderMail(id: number | string, more = '\r\nTwo, please.\r\n'): string {
  return (
    `From: Ada <ada@example.com>\r\nTo: orders@example.com\r\nSubject: Order ${id}\r\n` +
    `Message-ID: <${id}@example.com>\r\n${more}`
  );
}
