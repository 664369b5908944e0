export { addPackage } from './record/add-package.ts';
export { readRecord } from './record/components-record.ts';
export { loadPackages } from './record/load-packages.ts';
export { parsePackageId } from './record/package-id.ts';
export { removePackage } from './record/remove-package.ts';
export { readRegistrySettings } from './registry/registry-settings.ts';
