import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import { joinOpenApiDocument } from '../../src/scripts/openapi-document.ts'
import endpoints from '../specification/endpoints.json' with { type: 'json' }

/**
 * The contract and the list of operations of the specification, compared both ways. Names of path
 * parameters are left out: `:id` and `{id}` are the same place.
 */
const placesOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')
const specified = new Map(
  endpoints.map(({ method, path, access, document }) => [
    `${method} ${placesOf(path)}`,
    { access, document },
  ]),
)
const document = joinOpenApiDocument(fileURLToPath(new URL('../../schemas/v3', import.meta.url)))
/** Operations beyond the specification stand under schemas/v3/paths/extensions/. */
const extensions = new Set<unknown>(
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (operation['x-extension'] === true ? [operation.operationId] : [])),
)
const written = new Map(
  operations
    .filter(({ id }) => !extensions.has(id))
    .map(({ method, path, access }) => [`${method} ${placesOf(path)}`, access]),
)

it('has 152 operations specified, each once', () => {
  expect(endpoints).toHaveLength(152)
  expect(specified.size).toBe(152)
  expect(written.size + extensions.size).toBe(operations.length)
})

it('misses none', () => {
  const missing = [...specified.keys()].filter((name) => !written.has(name))
  expect(missing).toEqual([])
})

it('has nothing that the specification does not know', () => {
  const unknown = [...written.keys()].filter((name) => !specified.has(name))
  expect(unknown).toEqual([])
})

it('gives each operation the access that is specified', () => {
  const wrong = [...written].filter(([name, access]) => specified.get(name)?.access !== access)
  expect(wrong).toEqual([])
})

it('leads from older paths, of which the specification knows none, with the same parameters', () => {
  const namesOf = (path: string) => path.match(/\{\w+\}/g)
  for (const { method, path, alsoAt = [] } of operations) {
    for (const older of alsoAt) {
      expect(namesOf(older)).toEqual(namesOf(path))
      expect(specified.has(`${method} ${placesOf(older)}`)).toBe(false)
    }
  }
})
