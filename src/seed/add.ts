import type { Store } from '../store/store.ts'
import { addSeed } from './load.ts'
import type { LoadingOptions } from './loaders/loading.ts'
import type { Seed } from './schema.ts'

/** The records that a seed added, by the names of its lists, each list sorted by id. */
export type Added = ReturnType<typeof addToWorld>

/**
 * Adds the entries of a seed to a world. Its names may refer to existing records as well as to new ones. Throws a
 * SeedError where the seed is wrong; the caller's transaction then leaves the world unchanged.
 */
export function addToWorld(store: Store, seed: Seed, options: LoadingOptions) {
  const added = <R extends { readonly id: number }>(table: { all(): readonly R[] }) => {
    const before = new Set(table.all().map(({ id }) => id))
    return () => table.all().filter(({ id }) => !before.has(id))
  }
  const newIn = {
    groups: added(store.namespaces),
    users: added(store.users),
    projects: added(store.projects),
    milestones: added(store.milestones),
    labels: added(store.labels),
    issues: added(store.issues),
    merge_requests: added(store.mergeRequests),
    snippets: added(store.snippets),
    wiki_pages: added(store.wikiPages),
    remote_mirrors: added(store.remoteMirrors),
    pages_domains: added(store.pagesDomains),
    access_requests: added(store.accessRequests),
    invitations: added(store.invitations),
    badges: added(store.badges),
    integrations: added(store.integrations),
    notes: added(store.notes),
    variables: added(store.variables),
    applications: added(store.oauthApplications),
    deploy_tokens: added(store.deployTokens),
    triggers: added(store.triggers),
    runners: added(store.runners),
    pipeline_schedules: added(store.pipelineSchedules),
    environments: added(store.environments),
    pipelines: added(store.pipelines),
    builds: added(store.builds),
    statuses: added(store.commitStatuses),
    deployments: added(store.deployments),
    hooks: added(store.hooks),
    topics: added(store.topics),
    instance_variables: added(store.instanceVariables),
    broadcast_messages: added(store.broadcastMessages),
  }
  addSeed(store, seed, 'given to forge.add', undefined, options)
  return {
    groups: newIn.groups().filter(({ kind }) => kind === 'group'),
    users: newIn.users(),
    projects: newIn.projects(),
    milestones: newIn.milestones(),
    labels: newIn.labels(),
    issues: newIn.issues(),
    merge_requests: newIn.merge_requests(),
    snippets: newIn.snippets(),
    wiki_pages: newIn.wiki_pages(),
    remote_mirrors: newIn.remote_mirrors(),
    pages_domains: newIn.pages_domains(),
    access_requests: newIn.access_requests(),
    invitations: newIn.invitations(),
    badges: newIn.badges(),
    integrations: newIn.integrations(),
    notes: newIn.notes(),
    variables: newIn.variables(),
    applications: newIn.applications(),
    deploy_tokens: newIn.deploy_tokens(),
    triggers: newIn.triggers(),
    runners: newIn.runners(),
    pipeline_schedules: newIn.pipeline_schedules(),
    environments: newIn.environments(),
    pipelines: newIn.pipelines(),
    builds: newIn.builds(),
    statuses: newIn.statuses(),
    deployments: newIn.deployments(),
    hooks: newIn.hooks(),
    topics: newIn.topics(),
    instance_variables: newIn.instance_variables(),
    broadcast_messages: newIn.broadcast_messages(),
  }
}
