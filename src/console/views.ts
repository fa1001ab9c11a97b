import type { View } from './shell/view.ts'

/** The views, in the order of the navigation. A new one is a row here. */
export const views: readonly View[] = [
  {
    path: '',
    title: 'Start',
    icon: 'home',
    hint: 'people, tokens, base URLs, calls to try',
    isListed: true,
    load: async () => (await import('./start/start-view.tsx')).StartView,
  },
  {
    path: 'requests',
    title: 'Requests',
    icon: 'requests',
    hint: 'journal, log, replay',
    isListed: true,
    load: async () => (await import('./requests/requests-view.tsx')).RequestsView,
  },
  {
    path: 'projects',
    title: 'Projects',
    icon: 'project',
    hint: 'files, commits, issues, merge requests, pipelines',
    isListed: true,
    load: async () => (await import('./projects/projects-view.tsx')).ProjectsView,
  },
]
