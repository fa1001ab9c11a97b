import { join } from 'node:path'
import { joinOpenApiDocument, type OpenApiDocument } from './openapi-document.ts'
import { readOperations, readUnserved, type UnservedSubject } from './operation-table.ts'

/** The content of the pages of `docs/` about an API: its contract, and the subjects that are not served. */
export interface DescribedApi {
  readonly document: OpenApiDocument
  readonly unserved: readonly UnservedSubject[]
}

/** Reads an API from a folder of `schemas/`. */
export function describeApi(folder: string): DescribedApi {
  const document = joinOpenApiDocument(folder)
  const unserved = readUnserved(join(folder, 'unserved.yaml'), readOperations(document))
  return { document, unserved }
}
