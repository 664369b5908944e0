/** One statement that fills a table for the organization, which is its first parameter. */
export interface FillStep {
  table: string;
  text: string;
  /** The parameters; left out: the organization alone. */
  values?: (organizationId: string) => unknown[];
}
