import type { RowsOf } from '../row.ts'

const path = { file_path: 'README' }
const commit = { branch: 'feature', commit_message: 'Change it' }

export const rows = {
  getFile: { who: 'reads the code', path, parameters: { ref: 'master' } },
  getRawFile: { who: 'reads the code', path },
  listBlameRanges: { who: 'reads the code', path, parameters: { ref: 'master' } },
  createFile: {
    who: 'developer',
    path: { file_path: 'new.txt' },
    parameters: { ...commit, content: 'x' },
  },
  updateFile: { who: 'developer', path, parameters: { ...commit, content: 'x' } },
  deleteFile: { who: 'developer', path, parameters: commit },
} satisfies RowsOf<'Files'>
