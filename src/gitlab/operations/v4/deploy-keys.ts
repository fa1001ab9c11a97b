import { forbidden, notFound, recordNotFound } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { keyBody } from '../../../store/record-keys.ts'
import { level } from '../../access/abilities.ts'
import { projectLevel } from '../../access/membership.ts'
import {
  addDeployKey,
  changeLink,
  checkDeployKey,
  existingLink,
  linkDeployKey,
  removeLink,
  renameDeployKey,
  usableKey,
} from '../../domain/builds/deploy-keys.ts'
import {
  deployKeyOfInstance,
  deployKeyOfProject,
  deployKeyResource,
} from '../../resources/v4/deploy-key.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Deploy keys. */
export const deployKeys = {
  listDeployKeys(context, { public: isPublic }) {
    const found = context.store.deployKeys.all().filter((key) => !isPublic || key.is_public)
    return list(found, (key) => deployKeyOfInstance(key, context))
  },

  createDeployKey(context, request) {
    const { title, key, expires_at } = request
    checkDeployKey(context, request)
    const user_id = context.viewer.signedIn().id
    const made = addDeployKey(context, { title, key, expires_at, user_id, is_public: true })
    return deployKeyOfInstance(made, context)
  },

  listProjectDeployKeys(context) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const links = store.deployKeyLinks.by('project_id', project.id)
    return list(links, (link) => deployKeyOfProject(link, context))
  },

  getProjectDeployKey(context, { key_id }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const links = store.deployKeyLinks.by('project_id', project.id)
    const link = links.find(({ deploy_key_id }) => deploy_key_id === key_id)
    if (!link) throw recordNotFound()
    return deployKeyOfProject(link, context)
  },

  /** Enables a deploy key. A key that the project or the caller already has access to is not created again. */
  createProjectDeployKey(context, request) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const { title, key, can_push, expires_at } = request
    const known = usableKey(context, store.deployKeys.one('key', keyBody(key)))
    if (!known) checkDeployKey(context, request)
    const user_id = viewer.signedIn().id
    const added =
      known ?? addDeployKey(context, { title, key, expires_at, user_id, is_public: false })
    return deployKeyOfProject(linkDeployKey(context, project, added, can_push), context)
  },

  /**
   * Updates a deploy key. Only those who may change the key can change its title: administrators, and the maintainers
   * for a key that is not public.
   */
  updateProjectDeployKey(context, { key_id, title, can_push }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const link = existingLink(context, project, key_id)
    const key = store.deployKeys.get(link.deploy_key_id)
    if (key && title !== undefined) {
      if (key.is_public && !viewer.isAdmin) throw forbidden()
      renameDeployKey(context, key, title)
    }
    const changed = can_push === undefined ? link : changeLink(context, link, can_push)
    return deployKeyOfProject(changed, context)
  },

  deleteProjectDeployKey(context, { key_id }) {
    context.viewer.must('admin_project', context.project)
    removeLink(context, existingLink(context, context.project, key_id))
    return undefined
  },

  enableDeployKey(context, { key_id }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const key = usableKey(context, store.deployKeys.get(key_id))
    if (!key) throw notFound('Deploy key')
    linkDeployKey(context, project, key)
    return deployKeyResource(key)
  },

  listDeployKeysInCommon(context) {
    const { store, viewer, user, today } = context
    const isOwn = viewer.user?.id === user.id
    const isMaintained = (one: ProjectRecord) =>
      viewer.projectLevel(one) >= level.master &&
      (isOwn || projectLevel(store, one, user.id, today) >= level.master)
    const inCommon = store.projects.all().filter(isMaintained)
    if (inCommon.length === 0 && !isOwn) {
      throw forbidden('No common authorized project found')
    }
    const links = inCommon.flatMap((one) => store.deployKeyLinks.by('project_id', one.id))
    const ids = new Set(links.map(({ deploy_key_id }) => deploy_key_id))
    const keys = store.deployKeys.all().filter((key) => ids.has(key.id))
    return list(keys, deployKeyResource)
  },
} satisfies OperationsOf<'v4', 'Deploy keys'>
