import { buildRoutes } from './build-routes.ts'
import { changeRoutes } from './change-routes.ts'
import { clockRoutes } from './clock-routes.ts'
import { collectionRoutes } from './collection-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { faultRoutes } from './fault-routes.ts'
import { journalRoutes } from './journal-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import type { ControlRoute } from './route.ts'
import { stateRoutes } from './state-routes.ts'
import { worldRoutes } from './world-routes.ts'

/** All routes of the control address. */
export const controlRoutes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...overviewRoutes,
  ...stateRoutes,
  ...changeRoutes,
  ...journalRoutes,
  ...faultRoutes,
  ...clockRoutes,
  ...buildRoutes,
  ...collectionRoutes,
  ...eventRoutes,
]
