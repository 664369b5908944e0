export { pollRecords as records } from '@workflow/component-kit/records';
