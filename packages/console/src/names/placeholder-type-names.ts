/** Types of placeholders and fields. */
export const typeNames: Readonly<Record<string, string>> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'True or false',
  DATE_TIME: 'Date and time',
  LIST: 'List',
  OBJECT: 'Object',
  JSON: 'JSON',
};
