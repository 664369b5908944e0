import { loadInPlace } from '../../ui/load-in-place.tsx';

/** The form of the arguments of an operation, by the operation's own schema. */
export const OperationArguments = loadInPlace(async () => (await import('./argument-form.tsx')).ArgumentForm);
