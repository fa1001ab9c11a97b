import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { OperationId } from '../server.ts'
import { type Call, encoded, fieldsOf, listOf, type Values } from '../shared-tools.ts'

interface Kind {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly isPaginated: boolean
}

/** The operations of a kind, by what the contract says of them. */
export function operationsThat(are: (operation: Kind) => boolean): readonly OperationId[] {
  return operations.filter(are).map(({ id }) => id)
}

/** Whatever stands anywhere in JSON, changed from the inside out; with the name that it stands under. */
export function mapped(
  json: unknown,
  change: (value: unknown, name: string) => unknown,
  name = '',
): unknown {
  if (Array.isArray(json)) return json.map((one: unknown) => mapped(one, change, name))
  if (typeof json !== 'object' || json === null) return change(json, name)
  const fields = Object.entries(json).map(([key, value]) => [key, mapped(value, change, key)])
  return change(Object.fromEntries(fields), name)
}

/** All pages of a list that the administrator sees. */
export async function allForRoot({ askAsRoot }: Call, path: string): Promise<readonly Values[]> {
  const found: Values[] = []
  const start = `${path}${path.includes('?') ? '&' : '?'}per_page=100`
  for (let page = 1; ; page++) {
    const some = listOf((await askAsRoot('GET', `${start}&page=${page}`)).json)
    found.push(...some)
    if (some.length < 100) return found
  }
}

/** What the administrator sees of the project that a call is about; nothing of one that there is not. */
export async function projectOf({ askAsRoot, path }: Call): Promise<Values> {
  const { status, json } = await askAsRoot('GET', `/projects/${encoded(path.id)}`)
  return status === 200 ? fieldsOf(json) : {}
}

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

export const hasId = (json: unknown, id: unknown) => listOf(json).some((one) => one.id === id)
