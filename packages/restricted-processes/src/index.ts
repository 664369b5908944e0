export { canChangeUser, processUser, type ProcessUser } from './process-user.ts';
export { slowDown } from './slow-down.ts';
