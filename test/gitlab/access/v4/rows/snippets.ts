import type { RowsOf } from '../row.ts'

/** The snippet of the permission world is public. */
export const rows = {
  listSnippets: { who: 'sees the project', beyond: 'signed in' },
  createSnippet: {
    who: 'planner',
    from: 20,
    reason: 'Reporters create snippets.',
    parameters: { title: 'New', visibility: 'private', file_name: 'a.rb', content: '1' },
  },
  getSnippet: { who: 'sees the project' },
  updateSnippet: { who: 'maintainer', parameters: { title: 'Changed' } },
  deleteSnippet: { who: 'maintainer' },
  getRawSnippet: { who: 'sees the project' },
  getRawSnippetFile: { who: 'sees the project', path: { ref: 'main', file_path: 'a.rb' } },
  getUserAgentDetailOfSnippet: {
    who: 'administrator',
    answered: 404,
    reason: 'Nothing is recorded of what snippets were written with.',
  },
} satisfies RowsOf<'Snippets'>
