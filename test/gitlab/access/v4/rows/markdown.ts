import type { RowsOf } from '../row.ts'

export const rows = {
  renderMarkdown: { who: 'signed in', parameters: { text: 'It works' } },
} satisfies RowsOf<'Markdown'>
