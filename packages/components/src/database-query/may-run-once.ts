const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;
const WITHIN_TRANSACTION = /^(?:insert|update|delete|merge|replace|select|with)\b/i;

/** Whether a statement leaves the transaction open that it runs in. Others, as CREATE in MySQL, commit it. */
export function mayRunOnce(query: string): boolean {
  return WITHIN_TRANSACTION.test(query.replace(BEFORE, ''));
}
