export { runComponent } from './testing/run-component.ts';
export type { ComponentRun, OutsideAnswers, TestedAnswer } from './testing/run-component.ts';
export { testedFile, type TestedFile } from './testing/tested-files.ts';
export { openDataProcesses } from './testing/open-data-processes.ts';
