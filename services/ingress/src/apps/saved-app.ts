import type { AppView, SaveAppOutcome } from '@workflow/session-store';
import { conflict, invalidRequest } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { APP } from './app-schemas.ts';

/** Returns the saved app. @throws ApiError for another outcome */
export function savedApp(outcome: SaveAppOutcome, name: string, credential: string | null): AppView {
  switch (outcome.kind) {
    case 'saved':
      return outcome.app;
    case 'not-found':
      throw notFound(APP, name);
    case 'name-taken':
      throw conflict(`The organization already has an app named '${name}'`);
    case 'credential-unknown':
      throw invalidRequest([`credential: there is no credential ${credential}`]);
    case 'already-read':
      throw conflict('The address can change only before the source was read. Add another app');
    case 'operations-unknown':
      throw invalidRequest(outcome.keys.map((key) => `effects: the app has no operation ${key}`));
  }
}
