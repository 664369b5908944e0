export { measureDatabaseQuery } from './database-query.ts';
export { measureInsertRate } from './insert-rate.ts';
