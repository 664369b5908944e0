export { readPackageFolder } from './folder/read-folder.ts';
export type { PackageFolder } from './folder/read-folder.ts';
export { readManifest } from './manifest/read-manifest.ts';
export { ComponentPackages } from './record/component-packages.ts';
export type { InstalledPackage, LeftOutPackage } from './record/load-packages.ts';
