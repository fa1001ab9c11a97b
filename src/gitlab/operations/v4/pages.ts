import { forbidden, notFound } from '../../../contract/errors.ts'
import type { PagesDomainRecord } from '../../../store/models/pages-domain.ts'
import { folded } from '../../../store/record-keys.ts'
import { usesPart } from '../../access/feature-levels.ts'
import type { ProjectContext } from '../../domain/context.ts'
import {
  addPagesDomain,
  changePagesDomain,
  checkPagesDomain,
  checkPagesSettings,
  domainOf,
  removePagesDomain,
  setPages,
  verifyPagesDomain,
} from '../../domain/projects/pages.ts'
import { pagesDomainResource, pagesSettings } from '../../resources/v4/pages.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/pages.yaml. */
export const pages = {
  getPages(context) {
    context.viewer.must('admin_project', context.project)
    return pagesSettings(context.project, context)
  },

  updatePages(context, { id: _, ...settings }) {
    checkPagesSettings(context, context.project, settings)
    return pagesSettings(setPages(context, context.project, settings), context)
  },

  /** Does nothing, since Forgery deploys no pages. */
  deletePages: () => undefined,

  listAllPagesDomains({ store }, { domain }) {
    const found = store.pagesDomains
      .all()
      .filter((one) => domain === undefined || folded(one.domain) === folded(domain))
    return list(found, (one) => ({ ...pagesDomainResource(one), project_id: one.project_id }))
  },

  listPagesDomains(context) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    return list(store.pagesDomains.by('project_id', project.id), pagesDomainResource)
  },

  getPagesDomain: (context, { domain }) => pagesDomainResource(existingDomain(context, domain)),

  createPagesDomain(context, { id: _, ...request }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    checkPagesDomain(context, request)
    return pagesDomainResource(addPagesDomain(context, project, request))
  },

  updatePagesDomain(context, { domain, ...request }) {
    const found = existingDomain(context, domain)
    const { certificate, key, auto_ssl_enabled } = request
    checkPagesDomain(context, { certificate, key })
    const changes = { certificate, key, auto_ssl_enabled }
    return pagesDomainResource(changePagesDomain(context, found, changes))
  },

  deletePagesDomain(context, { domain }) {
    removePagesDomain(context, existingDomain(context, domain))
    return undefined
  },

  verifyPagesDomain: (context, { domain }) =>
    pagesDomainResource(verifyPagesDomain(context, existingDomain(context, domain))),

  getPagesAccess({ viewer, project }) {
    if (!usesPart(viewer, project, 'pages')) throw forbidden()
    return null
  },
} satisfies OperationsOf<'v4', 'Pages'>

function existingDomain(context: ProjectContext, name: string): PagesDomainRecord {
  context.viewer.must('admin_project', context.project)
  const domain = domainOf(context, context.project, name)
  if (!domain) throw notFound('PagesDomain')
  return domain
}
