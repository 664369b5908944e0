/** Returns the items so that each follows those that it refers to. Items of a circle stay in their order. */
export function childrenFirst<Item>(items: readonly Item[], refersTo: (item: Item) => Iterable<Item>): Item[] {
  const order = new Set<Item>();
  const begun = new Set<Item>();
  const visit = (item: Item): void => {
    if (begun.has(item)) return;
    begun.add(item);
    for (const child of refersTo(item)) visit(child);
    order.add(item);
  };
  for (const item of items) visit(item);
  return [...order];
}
