import { join } from 'node:path'
import { joinOpenApiDocument, type OpenApiDocument } from './openapi-document.ts'
import { readOperations, readUnserved, type UnservedSubject } from './operation-table.ts'

/** What the pages of `docs/` say of an API: its contract, and what it had beside that. */
export interface DescribedApi {
  readonly document: OpenApiDocument
  readonly unserved: readonly UnservedSubject[]
}

/** Reads a folder of `schemas/`. */
export function describeApi(folder: string): DescribedApi {
  const document = joinOpenApiDocument(folder)
  const unserved = readUnserved(join(folder, 'unserved.yaml'), readOperations(document))
  return { document, unserved }
}
