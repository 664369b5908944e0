export * from './definition.ts';
export * from './graph.ts';
export * from './plan-walk.ts';
export * from './session-transitions.ts';
export * from './session.ts';
export * from './walk.ts';
