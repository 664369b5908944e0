import { AwsV4Signer } from 'aws4fetch';
import { defineCredentialRunner } from '../define-runner.ts';
import { tryRequest } from '../try-request.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  /** Asks whether the bucket is there, which needs a signature that it accepts. */
  async test({ endpoint, region, bucket, accessKeyId, secretAccessKey }, reach) {
    const signer = new AwsV4Signer({
      method: 'HEAD',
      url: `${endpoint.replace(/\/$/, '')}/${bucket}`,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    });
    const { url, headers } = await signer.sign();
    return tryRequest(reach, { method: 'HEAD', url: new URL(url), headers: Object.fromEntries(headers), body: null });
  },
});
