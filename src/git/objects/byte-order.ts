/** UTF-8 sorts surrogate pairs above U+E000..U+FFFF; UTF-16 code units sort them below. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Compares two texts by the bytes of their UTF-8 encoding, as git does. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

interface Named {
  readonly name: string
  readonly mode: string
}

const SLASH = 47
const end = (entry: Named) => (entry.mode === '40000' ? SLASH : 0)

/** Compares entries in the order of tree objects: the name of a sub-tree counts as if it ended in a slash. */
export function compareEntries(left: Named, right: Named): number {
  const length = Math.min(left.name.length, right.name.length)
  for (let index = 0; index < length; index += 1) {
    const difference = rank(left.name.charCodeAt(index)) - rank(right.name.charCodeAt(index))
    if (difference !== 0) return difference
  }
  const leftRest = left.name.length > length ? rank(left.name.charCodeAt(length)) : end(left)
  const rightRest = right.name.length > length ? rank(right.name.charCodeAt(length)) : end(right)
  return leftRest - rightRest
}
