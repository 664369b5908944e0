export { readPackageFolder } from './folder/read-folder.ts';
export type { PackageFolder } from './folder/read-folder.ts';
export { describeManifest } from './manifest/describe-manifest.ts';
export type { Manifest } from './manifest/manifest.ts';
export { readManifest } from './manifest/read-manifest.ts';
