import type { Story } from '../story/story.ts'
import { access } from './access.ts'
import { alike } from './alike.ts'
import { credentials } from './credentials.ts'
import { filters } from './filters.ts'
import { forms } from './forms.ts'
import { order } from './order.ts'
import { pages } from './pages.ts'
import { parameters } from './parameters.ts'
import { readBack } from './read-back/index.ts'
import { reads } from './reads.ts'
import { routes } from './routes.ts'
import { shapes } from './shapes.ts'

/** The checks that come from the contract by themselves, run as stories are. */
export const checks: readonly Story[] = [
  ...access,
  ...parameters,
  ...pages,
  ...order,
  ...filters,
  ...reads,
  ...shapes,
  ...alike,
  ...routes,
  credentials,
  forms,
  ...readBack,
]

export { readOnlyChecks } from './read-only/checks.ts'
