import { expect, test } from '@jest/globals';
import {
  StoreBusyError,
  StoreConflictError,
  StoreLockTimeoutError,
  StoreOverloadedError,
  StoreUnavailableError,
  toStoreError,
  UnstorableValueError,
} from './store-errors.ts';

test.each([
  new StoreOverloadedError('too many wait'),
  new StoreUnavailableError('no answer'),
  new StoreBusyError('full'),
  new StoreConflictError('deadlock'),
  new StoreLockTimeoutError('locked'),
  new UnstorableValueError('NUL'),
])('an error of this package keeps its meaning: $name', (error) => {
  expect(toStoreError(error)).toBe(error);
});
