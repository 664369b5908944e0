import { defineRunner, type Bucket } from '@workflow/component-kit/run';
import { deleteObject } from './operations/delete-object.ts';
import { getObject } from './operations/get-object.ts';
import { listObjects } from './operations/list-objects.ts';
import { putObject } from './operations/put-object.ts';
import { signAddress } from './operations/sign-address.ts';
import { descriptor } from './descriptor.ts';
import { recorded, type Config } from './operation.ts';

const OPERATIONS = { get: getObject, put: putObject, list: listObjects, delete: deleteObject, sign: signAddress };

/** Runs an operation with the guarded HTTP client. Repeated requests have the same result. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const input = recorded(context.config as Config);
    context.recordInput(input);
    const bucket = (await context.openCredential<Bucket>('credential')) as Bucket;
    const operation = OPERATIONS[context.config.operation];
    return { kind: 'succeeded', output: await operation({ context, bucket, begin: () => context.beginEffect(input) }) };
  },
});
