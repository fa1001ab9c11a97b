import type { RowsOf } from '../row.ts'

const path = { slug: 'home' }
const file = { file: new File(['a'], 'a.txt') }

export const rows = {
  listWikiPages: { who: 'sees the project' },
  createWikiPage: { who: 'developer', parameters: { title: 'New', content: 'a' } },
  getWikiPage: { who: 'sees the project', path },
  updateWikiPage: { who: 'developer', path, parameters: { content: 'a' } },
  deleteWikiPage: { who: 'maintainer', path },
  uploadWikiAttachment: { who: 'developer', parameters: file },
} satisfies RowsOf<'Wikis'>
