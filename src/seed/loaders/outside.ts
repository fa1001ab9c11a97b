import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { addPagesDomain, verifyPagesDomain } from '../../gitlab/domain/projects/pages.ts'
import { addRemoteMirror } from '../../gitlab/domain/projects/remote-mirrors.ts'
import { folded } from '../../store/record-keys.ts'
import type { ReadSeed } from '../schema.ts'
import { each, type Loading } from './loading.ts'

/** Loads the parts of projects on other hosts: remote mirrors, and domains of their pages. */
export function loadOutside(loading: Loading, seed: ReadSeed): void {
  const { store } = loading
  each(seed.remote_mirrors, 'remote_mirrors', ({ url, enabled, ...mirror }, path) => {
    const project = loading.project(mirror.project, `${path}.project`)
    if (!project) return
    const { only_protected_branches } = mirror
    const others = omitUndefined({ is_enabled: enabled, only_protected_branches })
    addRemoteMirror(loading.alone(loading.timeWithin(project)), project, { url, ...others })
  })
  each(seed.pages_domains, 'pages_domains', ({ domain, verified, ...place }, path) => {
    const project = loading.project(place.project, `${path}.project`)
    const known = store.pagesDomains.one('domain', folded(domain))
    if (!project || loading.isTwice(known, domain, `${path}.domain`)) return
    const context = loading.alone(loading.timeWithin(project))
    const added = addPagesDomain(context, project, { domain })
    if (verified) verifyPagesDomain(context, added)
  })
}
