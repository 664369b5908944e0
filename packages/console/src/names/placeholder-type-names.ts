/** Types of placeholders and fields. */
export const typeNames: Readonly<Record<string, string>> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'True or false',
  DATE_TIME: 'Date and time',
  LIST: 'List',
  OBJECT: 'Object',
  JSON: 'JSON',
  FILE: 'File',
};

/** Lists, by the type of their items. */
export const listNames: Readonly<Record<string, string>> = {
  TEXT: 'List of texts',
  NUMBER: 'List of numbers',
  BOOLEAN: 'List of true or false',
  DATE_TIME: 'List of dates and times',
  OBJECT: 'List of objects',
  JSON: 'List of JSON values',
  FILE: 'List of files',
};
