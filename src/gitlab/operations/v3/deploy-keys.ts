import { notFound, recordNotFound } from '../../../contract/errors.ts'
import type { DeployKeyLinkRecord } from '../../../store/models/deploy-key.ts'
import { keyBody } from '../../../store/record-keys.ts'
import {
  addDeployKey,
  checkDeployKey,
  linkDeployKey,
  removeLink,
  usableKey,
} from '../../domain/builds/deploy-keys.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { deployKeyOfLink, deployKeyResource } from '../../resources/v3/deploy-key.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/deploy-keys.yaml. */
export const deployKeys = {
  listDeployKeys: ({ store }) => list(store.deployKeys.all(), deployKeyResource),

  listProjectDeployKeys(context) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const links = store.deployKeyLinks.by('project_id', project.id)
    return list(links, (link) => deployKeyOfLink(link, context))
  },

  /** Enables a deploy key. A key that the project or the caller already has access to is not created again. */
  createProjectDeployKey(context, { title, key }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const known = usableKey(context, store.deployKeys.one('key', keyBody(key)))
    if (!known) checkDeployKey(context, { title, key })
    const user_id = viewer.signedIn().id
    const added = known ?? addDeployKey(context, { title, key, user_id, is_public: false })
    linkDeployKey(context, project, added)
    return deployKeyResource(added)
  },

  getProjectDeployKey: (context, { key_id }) => deployKeyOfLink(linkOf(context, key_id), context),

  enableDeployKey(context, { key_id }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const key = usableKey(context, store.deployKeys.get(key_id))
    if (!key) throw notFound('Deploy Key')
    linkDeployKey(context, project, key)
    return deployKeyResource(key)
  },

  disableDeployKey: (context, { key_id }) => unlinkKey(context, linkOf(context, key_id)),

  deleteProjectDeployKey: (context, { key_id }) => unlinkKey(context, linkOf(context, key_id)),
} satisfies OperationsOf<'v3', 'Deploy keys'>

function linkOf({ store, viewer, project }: ProjectContext, keyId: number): DeployKeyLinkRecord {
  viewer.must('admin_project', project)
  const links = store.deployKeyLinks.by('project_id', project.id)
  const link = links.find(({ deploy_key_id }) => deploy_key_id === keyId)
  if (!link) throw recordNotFound()
  return link
}

function unlinkKey(context: ProjectContext, link: DeployKeyLinkRecord) {
  const key = deployKeyOfLink(link, context)
  removeLink(context, link)
  return key
}
