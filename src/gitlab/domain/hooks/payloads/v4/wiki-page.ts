import type { PayloadContext } from '../../../context.ts'
import { existingProject, namespaceOf, projectAddress } from '../../../lookups.ts'
import { titleOfPage } from '../../../wikis/pages.ts'
import type { HookEvent } from '../../hook-event.ts'
import { projectAttributes, userAttributes } from './attributes.ts'

/** Returns the payload of a wiki page that was created, updated or deleted (`Gitlab::DataBuilder::WikiPage`). */
export function wikiPagePayload(
  { page, action, user }: HookEvent<'wiki_page'>,
  presentation: PayloadContext,
) {
  const { slug, format, content, version } = page
  const project = existingProject(presentation, page.project_id)
  const attributes = projectAttributes(project, presentation)
  const { addresses } = presentation
  const namespace = namespaceOf(presentation, project)
  const repository = { path: `${project.path}.wiki` }
  const wikis = `${projectAddress(presentation, project.id)}/-/wikis`
  return {
    object_kind: 'wiki_page',
    user: userAttributes(user, presentation),
    project: attributes,
    wiki: {
      web_url: `${wikis}/home`,
      git_ssh_url: addresses.cloneBySsh(namespace, repository),
      git_http_url: addresses.cloneByHttp(namespace, repository),
      path_with_namespace: `${attributes.path_with_namespace}.wiki`,
      default_branch: WIKI_BRANCH,
    },
    object_attributes: {
      slug,
      title: titleOfPage(page),
      format,
      message: `${user.username} ${action}d page: ${titleOfPage(page)}`,
      version_id: version,
      content,
      url: `${wikis}/${slug}`,
      action,
      diff_url: `${wikis}/${slug}/diff?version_id=${version}`,
    },
  }
}

/** The branch of a wiki's repository. */
const WIKI_BRANCH = 'main'
