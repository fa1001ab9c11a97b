import { recordNotFound, unauthorized } from '../../../contract/errors.ts'
import type { RemoteMirrorRecord } from '../../../store/models/remote-mirror.ts'
import type { ProjectContext } from '../../domain/context.ts'
import {
  addRemoteMirror,
  changeRemoteMirror,
  checkRemoteMirror,
  checkSync,
  removeRemoteMirror,
  syncRemoteMirror,
} from '../../domain/projects/remote-mirrors.ts'
import { remoteMirrorResource } from '../../resources/v4/remote-mirror.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/remote-mirrors.yaml. */
export const remoteMirrors = {
  listRemoteMirrors(context) {
    mustManage(context)
    const { store, project } = context
    return list(store.remoteMirrors.by('project_id', project.id), remoteMirrorResource)
  },

  getRemoteMirror: (context, { mirror_id }) => remoteMirrorResource(mirrorOf(context, mirror_id)),

  createRemoteMirror(context, { url, enabled, id: _, ...attributes }) {
    mustManage(context)
    checkRemoteMirror(url)
    const given = { ...attributes, url, is_enabled: enabled }
    return remoteMirrorResource(addRemoteMirror(context, context.project, given))
  },

  updateRemoteMirror(context, { id: _, mirror_id, enabled, ...attributes }) {
    const mirror = mirrorOf(context, mirror_id)
    const given = { ...attributes, is_enabled: enabled }
    return remoteMirrorResource(changeRemoteMirror(context, mirror, given))
  },

  deleteRemoteMirror(context, { mirror_id }) {
    const mirror = mirrorOf(context, mirror_id)
    mustBeUnmodified(context, mirror.created_at)
    removeRemoteMirror(context, mirror)
    return undefined
  },

  syncRemoteMirror(context, { mirror_id }) {
    const mirror = mirrorOf(context, mirror_id)
    checkSync(mirror)
    syncRemoteMirror(context, mirror)
    return undefined
  },

  getRemoteMirrorKey(context, { mirror_id }) {
    const { public_key } = mirrorOf(context, mirror_id)
    if (public_key === null) throw recordNotFound()
    return { public_key }
  },
} satisfies OperationsOf<'v4', 'Remote mirrors'>

/** Throws 401, as for an anonymous caller, unless the caller is a maintainer (lib/api/remote_mirrors.rb). */
function mustManage({ viewer, project }: ProjectContext): void {
  if (!viewer.can('admin_project', project)) throw unauthorized()
}

function mirrorOf(context: ProjectContext, id: number): RemoteMirrorRecord {
  mustManage(context)
  const mirror = context.store.remoteMirrors.get(id)
  if (mirror?.project_id !== context.project.id) throw recordNotFound()
  return mirror
}
