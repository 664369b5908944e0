import type { ReactNode } from 'react';

/** A description whose parts in backticks are code. */
export function withCode(text: string): ReactNode {
  if (!text.includes('`')) return text;
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
