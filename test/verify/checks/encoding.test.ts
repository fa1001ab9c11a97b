import { describe, expect, it } from 'vitest'
import { judgeMutant } from '../judge-one.ts'
import { editBytes, editJson } from '../mutants/faults/answers.ts'
import { editList } from '../mutants/faults/lists.ts'
import { misread } from '../mutants/faults/requests.ts'
import { isObject } from '../mutants/json.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'

const faults: readonly (readonly [string, OperationId, string, Fault])[] = [
  [
    'a label with a sign is not found',
    'listIssuesOfProject',
    'encoding: texts',
    misread('listIssuesOfProject', 'labels', (value) => String(value).replace('&', '')),
  ],
  [
    'a description is shown with entities',
    'getIssue',
    'encoding: texts',
    editJson('getIssue', (json) =>
      isObject(json) && typeof json.description === 'string'
        ? { ...json, description: json.description.replaceAll('<', '&lt;') }
        : json,
    ),
  ],
  [
    'a branch with a plus is listed with a space',
    'listBranches',
    'encoding: branches and tags',
    editList('listBranches', (items) =>
      items.map((item) =>
        isObject(item) && typeof item.name === 'string'
          ? { ...item, name: item.name.replace('+', ' ') }
          : item,
      ),
    ),
  ],
  [
    'a raw file loses what is not ASCII',
    'getRawFile',
    'encoding: files',
    editBytes('getRawFile', (bytes) => bytes.filter((byte) => byte < 128)),
  ],
]

describe('a name or a text', () => {
  it.each(faults)('is told where %s', async (name, operation, check, fault) => {
    const mutant = { name, operation, kind: 'content corrupted', fault } as const
    expect(await judgeMutant(mutant, [check])).toMatchObject({ outcome: 'caught' })
  })
})
