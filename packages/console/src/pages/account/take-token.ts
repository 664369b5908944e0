/** Returns the token in the fragment of the address, which no server sees, and removes it from the address bar. */
export function takeToken(): string {
  const token = window.location.hash.slice(1);
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
