export { RECORDS } from './generated/records.ts';
