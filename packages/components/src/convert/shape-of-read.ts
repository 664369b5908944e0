import { isJsonObject, type Field, type JsonObject, type ValueShape } from '@workflow/workflow-model';

/** Returns the type of the result if the config defines it: the columns of a CSV or the fields of a page. */
export function shapeOfRead({ format, columns, select, typed }: JsonObject): ValueShape {
  if (format === 'csv' && Array.isArray(columns)) {
    const keys = columns.filter((column) => typeof column === 'string');
    return {
      type: 'LIST',
      items: { type: 'OBJECT', fields: keys.map((key): Field => ({ key, type: typed === true ? 'JSON' : 'TEXT' })) },
    };
  }
  if (format === 'html' && Array.isArray(select)) {
    const fields = select.filter(isJsonObject).flatMap(({ key, all }): Field[] => {
      if (typeof key !== 'string' || key === '') return [];
      return [all === true ? { key, type: 'LIST' } : { key, type: 'JSON' }];
    });
    return { type: 'OBJECT', fields };
  }
  return { type: 'JSON' };
}
