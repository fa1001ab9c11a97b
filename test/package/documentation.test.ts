import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apis } from '../../src/contract/apis.ts'
import { apiNames } from '../../src/contract/base-paths.ts'
import { describeApi } from '../../src/scripts/described-api.ts'
import { documentationPages } from '../../src/scripts/documentation-pages.ts'
import { root } from './root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const inFolder = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => join(folder, name))
const pages = ['.', 'docs', 'examples'].flatMap(inFolder).filter((path) => path.endsWith('.md'))

describe('generated pages', () => {
  const generated = documentationPages(
    apiNames.map((name) => describeApi(join(root, 'schemas', name))),
  )

  it.each(Object.entries(generated))('docs/%s is as `npm run docs` writes it', (name, text) => {
    expect(read(join('docs', name))).toBe(text)
  })

  it('list every operation once', () => {
    const rows = generated['operations.md']?.match(/^\| `(GET|POST|PUT|PATCH|DELETE) /gm) ?? []
    const served = apiNames.flatMap((name) => apis[name].operations)
    expect(rows).toHaveLength(served.length)
  })

  it('list every operation that is not served once', () => {
    const rows = [...(generated['not-served.md'] ?? '').matchAll(/`([A-Z, ]+) (\/[^`:]*)`/g)]
    const listed = rows.flatMap(([, verbs = '', path = '']) =>
      verbs.split(', ').map((method) => `${method} ${path}`),
    )
    const unserved = apiNames.flatMap((name) => apis[name].unserved)
    expect(listed).toEqual(unserved.map(({ method, path }) => `${method} ${path}`))
  })
})

it('finds the pages', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/choices.md']),
  )
})

describe.each(pages)('%s', (page) => {
  const text = read(page)

  it('links to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g)].map(
      ([, target = '']) => target,
    )
    const missing = links.filter((target) => !existsSync(join(root, dirname(page), target)))
    expect(missing).toEqual([])
  })

  it('names only files of src/, test/, schemas/ and fixtures/ that are there', () => {
    const toWrite = new Set([...text.matchAll(/Write\s+`([^`]+)`/g)].map(([, path]) => path))
    const named = [...text.matchAll(/`((?:src|test|schemas|fixtures)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    const missing = named.filter((path) => !toWrite.has(path) && !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})
