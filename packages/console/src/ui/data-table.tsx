import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import classes from './data-view.module.css';

const MAX_ROWS = 200;
const MAX_COLUMNS = 30;

/** A list with a row for each item; an object with a row for each key. */
export function DataTable({ value }: { value: Json }) {
  const isList = Array.isArray(value);
  const rows: [string, Json][] = isList
    ? value.map((item, index) => [String(index), item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [['', value]];
  const columns = isList && value.every(isJsonObject) ? columnsOf(value) : null;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{isList ? '#' : 'Key'}</th>
          {(columns ?? ['Value']).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MAX_ROWS).map(([key, item]) => (
          <tr key={key}>
            <td>{key}</td>
            {columns ? (
              columns.map((column) => <Cell key={column} value={(item as JsonObject)[column]} />)
            ) : (
              <Cell value={item} />
            )}
          </tr>
        ))}
        {rows.length > MAX_ROWS && (
          <tr>
            <td>… and {rows.length - MAX_ROWS} more; copy to see all</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Cell({ value }: { value: Json | undefined }) {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return <td title={text}>{text}</td>;
}

function columnsOf(items: readonly JsonObject[]): string[] {
  return [...new Set(items.slice(0, MAX_ROWS).flatMap((item) => Object.keys(item)))].slice(0, MAX_COLUMNS);
}
