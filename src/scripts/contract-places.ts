import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import type { OperationPlaces } from '../contract/places.ts'
import { methods, pathFiles } from './openapi-document.ts'

/**
 * Returns the position of each operation in a folder of schemas, by its id, with those of its parameters and its
 * success response.
 */
export function readPlaces(folder: string): Record<string, OperationPlaces> {
  return Object.fromEntries(
    pathFiles(folder).flatMap((file) => {
      const lines = new LineCounter()
      const text = readFileSync(join(folder, file), 'utf8')
      const paths = parseDocument(text, { lineCounter: lines }).contents
      const lineOf: LineOf = (key) => lines.linePos(key.range?.[0] ?? 0).line
      return entriesOf(paths).flatMap(({ value: item }) =>
        entriesOf(item)
          .filter(({ name }) => methods.some((method) => method === name))
          .map(({ key, value: operation }) => [
            textAt(operation, 'operationId'),
            { file, line: lineOf(key), ...partsOf(operation, lineOf) },
          ]),
      )
    }),
  )
}

type Key = { readonly range?: readonly number[] | null | undefined }
type LineOf = (key: Key) => number

function partsOf(operation: unknown, lineOf: LineOf): Pick<OperationPlaces, 'answer' | 'given'> {
  const [answer] = entriesOf(valueAt(operation, 'responses'))
  const media = entriesOf(valueAt(valueAt(operation, 'requestBody'), 'content'))
  const properties = media.flatMap(({ value }) =>
    entriesOf(valueAt(valueAt(value, 'schema'), 'properties')),
  )
  const parameters = valueAt(operation, 'parameters')
  const named = itemsOf(parameters).map((one) => [textAt(one, 'name'), lineOf(one)] as const)
  return {
    ...(answer ? { answer: lineOf(answer.key) } : {}),
    given: Object.fromEntries([
      ...named.filter(([name]) => name !== ''),
      ...properties.map(({ name, key }) => [name, lineOf(key)] as const),
    ]),
  }
}

interface Entry {
  readonly name: string
  readonly key: Key
  readonly value: unknown
}

function entriesOf(node: unknown): Entry[] {
  if (!isMap(node)) return []
  return node.items.flatMap(({ key, value }) =>
    isScalar(key) ? [{ name: String(key.value), key, value }] : [],
  )
}

function itemsOf(node: unknown): YAMLMap[] {
  const items = typeof node === 'object' && node !== null && 'items' in node ? node.items : []
  return Array.isArray(items) ? items.filter((one) => isMap(one)) : []
}

const valueAt = (node: unknown, name: string): unknown =>
  entriesOf(node).find((entry) => entry.name === name)?.value

function textAt(node: unknown, name: string): string {
  const value = valueAt(node, name)
  return isScalar(value) ? String(value.value) : ''
}
