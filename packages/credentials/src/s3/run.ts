import { StepFailure, type Bucket } from '@workflow/component-kit/run';
import { listedIn, signRequest } from '@workflow/outbound/s3';
import { defineCredentialRunner } from '../define-runner.ts';
import { tryRequest } from '../try-request.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields): Bucket => ({
    sign: async (request) => {
      try {
        return await signRequest(fields, request);
      } catch (error) {
        if (error instanceof RangeError) throw new StepFailure('CONFIG_INVALID', error.message);
        throw error;
      }
    },
    readListing: (xml) => {
      try {
        return listedIn(xml).objects;
      } catch (error) {
        if (error instanceof RangeError)
          throw new StepFailure('S3_FAILED', `the listing is malformed: ${error.message}`);
        throw error;
      }
    },
  }),
  /** Checks that the bucket exists, which needs a valid signature. */
  async test(fields, reach) {
    const { url, headers } = await signRequest(fields, { method: 'HEAD' });
    return tryRequest(reach, { method: 'HEAD', url, headers, body: null });
  },
});
