/** One statement that fills a table for the organization. Its first parameter is the organization's id. */
export interface FillStep {
  table: string;
  text: string;
  /** The parameters. Default: only the organization's id. */
  values?: (organizationId: string) => unknown[];
}
