const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;
const WITHIN_TRANSACTION = /^(?:insert|update|delete|merge|replace|select|with)\b/i;

/** Returns true if a statement leaves its transaction open. Others, such as CREATE in MySQL, commit it. */
export function mayRunOnce(query: string): boolean {
  return WITHIN_TRANSACTION.test(query.replace(BEFORE, ''));
}
