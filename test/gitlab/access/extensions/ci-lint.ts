import type { ExtensionRows } from '../extensions.ts'

export const rows = {
  lintConfiguration: {
    who: 'signed in',
    beyond: 'everyone',
    reason: 'It says nothing of the world.',
    parameters: { content: 'job: { script: a }' },
    writesNothing: true,
  },
} satisfies ExtensionRows
