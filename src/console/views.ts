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
    path: 'world',
    title: 'World',
    icon: 'world',
    hint: 'records, collections, database, change, delete',
    isListed: true,
    load: async () => (await import('./world/world-view.tsx')).WorldView,
  },
  {
    path: 'projects',
    title: 'Projects',
    icon: 'project',
    hint: 'files, commits, issues, merge requests, pipelines',
    isListed: true,
    load: async () => (await import('./projects/projects-view.tsx')).ProjectsView,
  },
  {
    path: 'worlds',
    title: 'Worlds',
    icon: 'worlds',
    hint: 'make, fork, reset, remove, seeds',
    isListed: true,
    load: async () => (await import('./worlds/worlds-view.tsx')).WorldsView,
  },
  {
    path: 'snapshots',
    title: 'Snapshots',
    icon: 'snapshot',
    hint: 'save, restore, compare, what has changed',
    isListed: true,
    load: async () => (await import('./snapshots/snapshots-view.tsx')).SnapshotsView,
  },
  {
    path: 'clock',
    title: 'Clock',
    icon: 'clock',
    hint: 'time, freeze, move on, what is going to happen',
    isListed: true,
    load: async () => (await import('./clock/clock-view.tsx')).ClockView,
  },
  {
    path: 'faults',
    title: 'Faults',
    icon: 'fault',
    hint: 'errors, delays, slow network, offline',
    isListed: true,
    load: async () => (await import('./faults/faults-view.tsx')).FaultsView,
  },
]
