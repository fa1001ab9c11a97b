import type { ExtensionRows } from '../extensions.ts'

export const rows = {
  searchProjects: { who: 'signed in', path: { query: 'site' } },
  updateProject: { who: 'master', parameters: { description: 'Ours' } },
  deleteProject: { who: 'owner of the project' },
  archiveProject: { who: 'owner of the project' },
  unarchiveProject: { who: 'owner of the project', writesNothing: true },
  starProject: { who: 'takes part' },
  unstarProject: { who: 'takes part', answered: 304 },
} satisfies ExtensionRows
