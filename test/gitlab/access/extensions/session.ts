import type { ExtensionRows } from '../extensions.ts'

export const rows = {
  createSession: {
    who: 'signed in',
    beyond: 'everyone',
    reason: 'Who signs in is not signed in yet.',
    parameters: { login: 'olga', password: 'password-of-olga' },
    writesNothing: true,
  },
} satisfies ExtensionRows
