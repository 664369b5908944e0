import type { Mailbox } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

/** Loads the library on first use, because most executors never read a mailbox. */
const load = () => import('./open-mailbox.ts');

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach): Mailbox => ({
    open: async (folder, options, look) => (await load()).openMailbox(fields, reach).open(folder, options, look),
  }),
  test: async (fields, reach) => (await load()).tryMailbox(fields, reach),
});
