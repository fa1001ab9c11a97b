import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { v3 } from '../../src/contract/apis.ts'
import { apiNames, basePaths, readApiPath } from '../../src/contract/base-paths.ts'
import { readPage } from '../../src/http/pagination.ts'

const root = new URL('../..', import.meta.url).pathname
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.includes('/generated/'))

describe('the base path of an API', () => {
  it.each(apiNames)('is that of the contract, %s', (name) => {
    const head = parse(readFileSync(join(root, 'schemas', name, 'openapi.yaml'), 'utf8'))
    expect(head.servers[0].url).toBe(`{base_url}${basePaths[name]}`)
  })

  it('has a contract for each API, and none beside', () => {
    expect(readdirSync(join(root, 'schemas')).sort()).toEqual([...apiNames].sort())
  })

  it.each(apiNames)('stands in one place of src, %s, and elsewhere in URLs of comments', (name) => {
    const literal = basePaths[name].slice(1).replaceAll('/', String.raw`\\?/+`)
    const places = sources.flatMap((path) => {
      const text = readFileSync(join(root, 'src', path), 'utf8')
      const examples = /^\s*(?:\/\*)?\*.*(?:https?:\/\/|\$\{url\}|@example).*$/gm
      const found = text.replace(examples, '').match(new RegExp(literal, 'g')) ?? []
      return found.map(() => path)
    })
    expect(places).toEqual(['contract/base-paths.ts'])
  })
})

describe('the path of an API', () => {
  it('is found wherever the forge is, at a whole segment', () => {
    const api = 'v3'
    const base = basePaths.v3
    expect(readApiPath(`${base}/user`)).toEqual({ api, before: '', below: '/user' })
    expect(readApiPath(`/a/b${base}`)).toEqual({ api, before: '/a/b', below: '' })
    expect(readApiPath(`${base}x/user`)).toBeUndefined()
    expect(readApiPath('/user')).toBeUndefined()
  })
})

describe('the page of a list', () => {
  it('is read by the bounds and defaults of the contract, and by no others', () => {
    const schemas = {
      page: { minimum: 2, default: 3 },
      per_page: { minimum: 5, maximum: 7, default: 6 },
    }
    const parameters = Object.entries(schemas).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: false,
      clamped: 'both' as const,
      schema,
    }))
    const [users] = v3.operations.filter(({ id }) => id === 'listUsers')
    if (!users) throw new Error('The contract lists users.')
    const read = (query: Record<string, string>) => {
      const { page, perPage } = readPage({ ...users, parameters }, query)
      return [page, perPage]
    }
    expect(read({})).toEqual([3, 6])
    expect(read({ page: '1', per_page: '4' })).toEqual([3, 6])
    expect(read({ page: '900', per_page: '900' })).toEqual([900, 7])
  })
})

describe('a release of GitLab', () => {
  it('is compared nowhere: the domain reads rows of domain/release.ts', () => {
    const comparison =
      /(?:[=!]==?|case|[<>]=?)\s*['"`](?:8\.15|18)['"`]|\brelease\b\s*[=!]==?|\bapi(?:\.name)?\s*[=!]==?\s*['"`]/
    const places = sources.filter((path) =>
      comparison.test(readFileSync(join(root, 'src', path), 'utf8')),
    )
    expect(places).toEqual([])
  })
})
