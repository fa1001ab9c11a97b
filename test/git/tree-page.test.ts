import { expect, it } from 'vitest'
import { createObjectDatabase, putObject } from '../../src/git/objects/database.ts'
import { makeBlob, makeTree, type TreeEntry } from '../../src/git/objects/objects.ts'
import { listTree } from '../../src/git/objects/tree.ts'
import { treePages } from '../../src/git/objects/tree-page.ts'

const objects = createObjectDatabase()
const file = (name: string): TreeEntry => {
  return { name, mode: '100644', id: putObject(objects, makeBlob(new TextEncoder().encode(name))) }
}
const folder = (name: string, entries: readonly TreeEntry[]): TreeEntry => {
  return { name, mode: '40000', id: putObject(objects, makeTree(entries)) }
}
const docs = folder('docs', [file('a'), folder('images', [file('logo')]), file('z')])
const root = folder('', [file('A'), docs, folder('src', [file('main')]), file('z')]).id

/** As the API lists them, by way of a list of all of them. */
function expected(path: string, recursive: boolean) {
  const all = [...listTree(objects, root, { path, recursive })]
  const isFolder = ({ type }: { type: string }) => type === 'tree'
  return [...all.filter(isFolder), ...all.filter((entry) => !isFolder(entry))]
}

it.each([
  ['', false],
  ['', true],
  ['docs', false],
  ['docs', true],
  ['A', true],
  ['none', true],
])('shows each page of all entries, folders first: %s, recursive: %s', (path, recursive) => {
  const whole = expected(path, recursive)
  const { total, page } = treePages(objects, root, { path, recursive })
  expect(total).toBe(whole.length)
  for (let from = 0; from <= whole.length; from += 1) {
    for (const to of [from + 1, from + 3, from + 100]) {
      expect(page(from, to)).toEqual(whole.slice(from, to))
    }
  }
})

it('goes on behind the first entry with an id, or at the beginning where there is none', () => {
  const whole = expected('', true)
  for (const after of [...whole.map(({ id }) => id), 'none', undefined]) {
    const rest = whole.slice(whole.findIndex(({ id }) => id === after) + 1)
    const { total, page } = treePages(objects, root, { path: '', recursive: true, after })
    expect(total).toBe(rest.length)
    expect(page(0, 100)).toEqual(rest)
    expect(page(1, 3)).toEqual(rest.slice(1, 3))
  }
})

it('makes the entries of a page, and no others', () => {
  let names = 0
  class Counted implements TreeEntry {
    readonly mode = '100644'
    readonly id = docs.id
    readonly #name: string
    constructor(name: string) {
      this.#name = name
    }
    get name() {
      names += 1
      return this.#name
    }
  }
  const entries = Array.from({ length: 1000 }, (_, index) => new Counted(`${index}`))
  const id = putObject(objects, { ...makeTree([file('many')]), id: '1'.repeat(40), entries })
  const { total, page } = treePages(objects, id, { path: '', recursive: true })
  expect(total).toBe(1000)
  expect(names).toBe(0)
  expect(page(500, 520).map(({ path }) => path)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${500 + index}`),
  )
  expect(names).toBeLessThanOrEqual(3 * 20)
})
