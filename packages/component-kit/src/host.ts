export { prepareComponent } from './host/prepare-component.ts';
export type { ReadyComponent } from './host/prepare-component.ts';
export { compileConfig } from './host/resolve-config.ts';
export type { HostedOperation, StepScope } from './host/step-scope.ts';
