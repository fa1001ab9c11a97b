import type { ExtensionRows } from '../extensions.ts'

/** Olga's own, which is public. */
const path = { id: '2' }
const own = {
  who: 'signed in',
  path,
  from: 50,
  beyond: 'nobody',
  refusal: 404,
  reason: 'It is of the caller; the one of the permission world is of the owner.',
} as const

export const rows = {
  listOwnSnippets: { who: 'signed in' },
  listPublicSnippets: { who: 'signed in' },
  createOwnSnippet: {
    who: 'signed in',
    refusesExternal: true,
    parameters: { title: 'New', file_name: 'a.rb', content: '1' },
  },
  getOwnSnippet: own,
  updateOwnSnippet: { ...own, parameters: { title: 'Changed' } },
  deleteOwnSnippet: own,
  getRawOwnSnippet: own,
} satisfies ExtensionRows
