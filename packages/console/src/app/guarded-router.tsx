import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react';
import { type Location, type NavigationType, Router, UNSAFE_createBrowserHistory } from 'react-router';
import { guardHistory } from './guard-history.ts';

interface Place {
  action: NavigationType;
  location: Location;
}

/** React Router's `BrowserRouter`, in which an open page can hold a navigation until its changes are saved. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => guardHistory(UNSAFE_createBrowserHistory({ v5Compat: true })));
  const [place, setPlace] = useState<Place>({ action: history.action, location: history.location });
  const [, startTransition] = useTransition();
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history]);
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  );
}
