import { isWholeFileValue, type Json, type JsonObject } from '@workflow/workflow-model';
import type { DragEvent, ReactNode } from 'react';
import { dragPlaceholder } from './insert-target.ts';
import { CopyButton } from './copy-button.tsx';
import { pathOfChild, pathOfParsed } from './field-path.ts';
import { FileValueView } from './file-value.tsx';
import { InsertField } from './insert-field.tsx';
import { jsonInText } from './json-in-text.ts';
import classes from './json-tree.module.css';

interface JsonTreeProps {
  label: string;
  value: unknown;
}

const OPEN_DEPTH = 2;
const MAX_OPEN_CHILDREN = 50;
const MAX_CHILDREN = 200;
const MAX_TEXT = 2000;
/** Keys of a webhook's request that are folded, so that the body is in view. */
const HEADERS = 'headers';

/** Any JSON value as a collapsible tree. */
export function JsonTree({ label, value }: JsonTreeProps) {
  const isEmpty = value === null || value === undefined;
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span>{label}</span>
        {!isEmpty && (
          <CopyButton
            value={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
            label={`Copy ${label.toLowerCase()}`}
          />
        )}
      </div>
      <JsonBranches label={label} value={value} />
    </div>
  );
}

/** The tree alone. */
export function JsonBranches({ label, value }: JsonTreeProps) {
  return (
    <div className={classes.tree} tabIndex={0} role="group" aria-label={label}>
      <Branch name={null} value={(value ?? null) as Json} depth={0} path={null} />
    </div>
  );
}

/** A tree of placeholders: each value can be dragged into an expression, or inserted by its button. */
export function PlaceholderTree({ label, values }: { label: string; values: JsonObject }) {
  return (
    <div className={classes.tree} tabIndex={0} role="group" aria-label={label}>
      {Object.entries(values).map(([key, value]) => (
        <Branch key={key} name={key} value={value} depth={1} path={pathOfChild('', key, 'field')} />
      ))}
    </div>
  );
}

interface BranchProps {
  name: string | null;
  value: Json;
  depth: number;
  /** The expression for the value, where it can be inserted into a field. */
  path: string | null;
}

function Branch({ name, value: given, depth, path }: BranchProps) {
  const unfolded = typeof given === 'string' ? jsonInText(given) : undefined;
  const value = unfolded ?? given;
  if (typeof value !== 'object' || value === null) {
    return (
      <Row name={name} path={path}>
        <Leaf value={value} />
      </Row>
    );
  }
  // Where its fields can be inserted, they are to be seen.
  if (path === null && isWholeFileValue(value)) {
    return (
      <Row name={name} path={null}>
        <FileValueView file={value} />
      </Row>
    );
  }
  const isList = Array.isArray(value);
  const entries: [string, Json][] = isList ? value.map((item, index) => [String(index), item]) : Object.entries(value);
  const brackets = isList ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <Row name={name} path={path}>
        {isList ? '[ ]' : '{ }'}
      </Row>
    );
  }
  const whole = path !== null && unfolded !== undefined ? pathOfParsed(path) : path;
  const branch = (
    <details open={isOpenAtFirst(name, depth, entries.length)} className={classes.branch}>
      <summary {...dragged(path)}>
        {name !== null && <span className={classes.key}>{name}: </span>}
        <span className={classes.count}>
          {brackets}
          {unfolded !== undefined && ' JSON text'}
        </span>
      </summary>
      <div className={classes.children}>
        {entries.slice(0, MAX_CHILDREN).map(([key, child]) => (
          <Branch
            key={key}
            name={key}
            value={child}
            depth={unfolded === undefined ? depth + 1 : depth}
            path={whole === null ? null : pathOfChild(whole, key, isList ? 'item' : 'field')}
          />
        ))}
        {entries.length > MAX_CHILDREN && (
          <div className={classes.count}>… and {entries.length - MAX_CHILDREN} more; copy to see all</div>
        )}
      </div>
    </details>
  );
  if (path === null) return branch;
  // Next to the summary: not all screen readers could reach a button within it.
  return (
    <div className={classes.insertable}>
      <InsertField path={path} />
      {branch}
    </div>
  );
}

/** A value that does not unfold. */
function Row({ name, path, children }: Pick<BranchProps, 'name' | 'path'> & { children: ReactNode }) {
  return (
    <div className={classes.leaf} {...dragged(path)}>
      {path !== null && <InsertField path={path} />}
      {name !== null && <span className={classes.key}>{name}: </span>}
      {children}
    </div>
  );
}

function isOpenAtFirst(name: string | null, depth: number, children: number): boolean {
  return depth < OPEN_DEPTH && children <= MAX_OPEN_CHILDREN && name !== HEADERS;
}

function dragged(path: string | null) {
  return path === null ? {} : { draggable: true, onDragStart: (event: DragEvent) => dragPlaceholder(event, path) };
}

function Leaf({ value }: { value: string | number | boolean | null }) {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value)
      : String(value);
  return <span data-type={value === null ? 'null' : typeof value}>{text}</span>;
}
