import type { Story } from '../story/story.ts'
import { access } from './access.ts'
import { filters } from './filters.ts'
import { order } from './order.ts'
import { pages } from './pages.ts'
import { parameters } from './parameters.ts'
import { readBack } from './read-back/index.ts'

/** The checks that come from the contract by themselves, told as stories are. */
export const checks: readonly Story[] = [
  ...access,
  ...parameters,
  ...pages,
  ...order,
  ...filters,
  ...readBack,
]
