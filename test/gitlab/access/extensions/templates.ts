import type { ExtensionRows } from '../extensions.ts'

const anyone = {
  who: 'signed in',
  beyond: 'everyone',
  reason: 'It is open to anyone, and the same for all.',
} as const

export const rows = {
  listGitignores: anyone,
  getGitignore: { ...anyone, path: { key: 'Node' } },
  listCiConfigurations: anyone,
  getCiConfiguration: { ...anyone, path: { key: 'Nodejs' } },
  listLicenses: anyone,
  getLicense: { ...anyone, path: { key: 'mit' } },
} satisfies ExtensionRows
