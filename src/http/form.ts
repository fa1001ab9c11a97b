/**
 * Reads the fields of a query or a form: `a=1` is a text, `a[]=1&a[]=2` an array, `a[b]=1` an
 * object, `a[][b]=1` an array of objects (a new one begins where a key comes again), as Rack reads
 * them. Of a plain field that comes twice the last counts. The objects have no prototype.
 */
export function readForm(fields: URLSearchParams): Record<string, unknown> {
  const result: Tree = Object.create(null)
  for (const [name, value] of fields) {
    const [head = '', ...steps] = splitName(name)
    if (steps.length <= deepest) place(result, head, steps, value)
  }
  return result
}

type Tree = Record<string, unknown>

/** Deeper names are no parameters of this API. */
const deepest = 6

/** `actions[][file_path]` is `actions`, ``, `file_path`. */
function splitName(name: string): string[] {
  const head = /^[^[]+/.exec(name)?.[0]
  if (head === undefined) return [name]
  const steps = [...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step ?? '')
  return [head, ...steps]
}

function place(tree: Tree, key: string, [step, ...rest]: readonly string[], value: string): void {
  if (step === undefined) {
    tree[key] = value
  } else if (step === '') {
    const array = Array.isArray(tree[key]) ? tree[key] : []
    tree[key] = array
    placeInArray(array, rest, value)
  } else {
    const child = isTree(tree[key]) ? tree[key] : Object.create(null)
    tree[key] = child
    place(child, step, rest, value)
  }
}

function placeInArray(array: unknown[], [key, ...rest]: readonly string[], value: string): void {
  if (key === undefined) {
    array.push(value)
    return
  }
  const last = array.at(-1)
  const isOpen = isTree(last) && !(key in last && rest.length === 0)
  const child = isOpen ? last : Object.create(null)
  if (!isOpen) array.push(child)
  place(child, key, rest, value)
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
