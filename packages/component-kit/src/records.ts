export { pollRecords } from './records/poll-records.ts';
export type {
  PublishedVersion,
  SqlPart,
  TriggerRecords,
  TriggerRows,
  WorkflowChange,
} from './records/trigger-records.ts';
