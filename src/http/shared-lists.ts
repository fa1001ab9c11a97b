/**
 * Makes the function that gives the list before once more where the next one has the same texts: what keeps
 * many lists then keeps one.
 */
export function sharedLists(): (list: readonly string[]) => readonly string[] {
  let last: readonly string[] = []
  return (list) => {
    if (!isSameList(list, last)) last = list
    return last
  }
}

/** Whether two lists have the same texts in the same order. */
export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index])
}
