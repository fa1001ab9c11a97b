import { v3 } from '../../src/contract/apis.ts'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import type { OperationContract } from '../../src/contract/operation-contract.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Described {
  readonly operationId?: string
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } }
  }
}

/** A parameter of a body that may be any text of a schema. */
export interface TextParameter {
  readonly operation: OperationContract<'v3'>
  readonly name: string
  readonly schema: Schema
}

/** The parameters of the bodies of all operations of the specification that are texts, but for words and times. */
export async function textParameters(): Promise<TextParameter[]> {
  const { paths } = await v3.loadDocument()
  const described: Described[] = Object.values(paths).flatMap((item) => Object.values(item))
  return described.flatMap(({ operationId, requestBody }) => {
    const operation = operations.find(({ id }) => id === operationId)
    const properties = requestBody?.content['application/json'].schema.properties
    if (!operation || operation.isExtension || !properties) return []
    return Object.entries(properties)
      .filter(([, { type, enum: words, format }]) => {
        return [type].flat().includes('string') && !words && !format?.startsWith('date')
      })
      .map(([name, schema]) => ({ operation, name, schema }))
  })
}
