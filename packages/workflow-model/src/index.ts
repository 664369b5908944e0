export * from './definition.ts';
export * from './session.ts';
