/**
 * Returns a function that handles one item at a time. Items that arrive while one is handled follow it.
 *
 * @param done called when no item is left
 */
export function inOrder<Item>(take: (item: Item) => void, done: () => void): (item: Item) => void {
  const items: Item[] = [];
  let isTaking = false;
  return (item) => {
    items.push(item);
    if (isTaking) return;
    isTaking = true;
    for (let next = items.shift(); next !== undefined; next = items.shift()) take(next);
    isTaking = false;
    done();
  };
}
