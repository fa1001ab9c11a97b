import type { ExtensionRows } from '../extensions.ts'

export const rows = {
  listMergeRequestVersions: { who: 'sees merge requests', beyond: 'signed in' },
  getMergeRequestVersion: {
    who: 'sees merge requests',
    beyond: 'signed in',
    path: { version_id: '1' },
  },
} satisfies ExtensionRows
