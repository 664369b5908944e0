export { listedIn, type ListedObject } from './listed-objects.ts';
export { addressOf, signRequest, type S3Bucket, type S3Request } from './sign-request.ts';
export { valueIn } from './xml-values.ts';
