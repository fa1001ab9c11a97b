import type { RowsOf } from '../row.ts'

const parameters = { title: 'New', file_name: 'a.rb', content: '1' }
/** Olga's own, which is public. */
const path = { id: '2' }
const own = {
  who: 'signed in',
  beyond: 'nobody',
  from: 50,
  refusal: 404,
  reason: 'A snippet of olga’s own is nobody else’s to change.',
} as const

export const rows = {
  listOwnSnippets: { who: 'signed in' },
  createOwnSnippet: { who: 'signed in', refusesExternal: true, parameters },
  listPublicSnippets: { who: 'signed in' },
  listAllSnippets: { who: 'signed in' },
  getOwnSnippet: { who: 'everyone', path },
  updateOwnSnippet: { ...own, path, parameters: { title: 'Changed' } },
  deleteOwnSnippet: { ...own, path },
  getRawOwnSnippet: { who: 'everyone', path },
  getRawOwnSnippetFile: { who: 'everyone', path: { ...path, ref: 'main', file_path: 'a.rb' } },
  getUserAgentDetailOfOwnSnippet: {
    who: 'administrator',
    path: { id: '2' },
    answered: 404,
    reason: 'Nothing is recorded of what snippets were written with.',
  },
} satisfies RowsOf<'Personal snippets'>
