export * from './catalog/available-placeholders.ts';
export { compareVersions } from './catalog/compare-versions.ts';
export * from './catalog/component-types.ts';
export { mayReadField, namesRead } from './catalog/expression-names.ts';
export * from './catalog/sendable-placeholders.ts';
export * from './catalog/sensitivity.ts';
export { soleTrigger } from './catalog/sole-trigger.ts';
export { ICONS } from './generated/icons.ts';
export { descriptor as webhook } from './webhook/descriptor.ts';
