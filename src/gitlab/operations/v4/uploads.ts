import { forbidden, notFound } from '../../../contract/errors.ts'
import type { Upload, UploadListed } from '../../../contract/generated/v4/contract.ts'
import type { UploadRecord } from '../../../store/models/upload.ts'
import { folded, targetKey } from '../../../store/record-keys.ts'
import type { Context, ProjectContext } from '../../domain/context.ts'
import {
  addUpload,
  checkAvatar,
  checkUpload,
  markdownOf,
  pictureType,
  removeUpload,
  setAvatar,
} from '../../domain/uploads.ts'
import { type FileAnswer, list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The public level in the settings (`restricted_visibility_levels`). */
const PUBLIC = 2

/** The operations of schemas/v4/paths/uploads.yaml. */
export const uploads = {
  uploadFile(context, { file }) {
    checkUpload(context, file)
    return uploadResource(addUpload(context, context.project, context.viewer.signedIn(), file))
  },

  getUploadedFile(context, { secret, filename }) {
    context.viewer.must('read_project', context.project)
    return fileAnswer(uploadAt(context, secret, filename))
  },

  listUploads(context) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const found = store.uploads
      .by('holder', targetKey('project', project.id))
      .filter(({ kind }) => kind === 'file')
    return list(found.toReversed(), (upload) => uploadListed(upload, context))
  },

  getUploadById: (context, { upload_id }) => fileAnswer(uploadById(context, upload_id)),

  deleteUploadById(context, { upload_id }) {
    removeUpload(context, uploadById(context, upload_id))
    return undefined
  },

  deleteUpload(context, { secret, filename }) {
    context.viewer.must('admin_project', context.project)
    removeUpload(context, uploadAt(context, secret, filename))
    return undefined
  },

  getProjectAvatar({ store, viewer, project }) {
    viewer.must('read_project', project)
    return avatarAnswer(store, targetKey('project', project.id))
  },

  getGroupAvatar: ({ store, group }) => avatarAnswer(store, targetKey('group', group.id)),

  getAvatarOfAddress({ store, viewer, settings, addresses }, { email }) {
    const isClosed = settings.restricted_visibility_levels?.includes(PUBLIC)
    if (isClosed && !viewer.user) throw forbidden('Unauthorized access')
    const user = store.users.all().find((one) => folded(one.public_email ?? '') === folded(email))
    return { avatar_url: addresses.avatar(user?.avatar_url ?? null) }
  },

  setOwnAvatar(context, { avatar }) {
    const { store, viewer, addresses } = context
    checkAvatar(context, avatar)
    const record = viewer.signedIn()
    setAvatar(context, { kind: 'user', record }, avatar)
    return { avatar_url: addresses.avatar(store.users.get(record.id)?.avatar_url ?? null) }
  },
} satisfies OperationsOf<'v4', 'Uploads'>

/** Returns an upload (`schemas/v4/resources/upload.json`). */
function uploadResource(upload: UploadRecord): Upload {
  const { id, project_id } = upload
  const shown = markdownOf(upload)
  return { id, ...shown, full_path: `/-/project/${project_id}${shown.url}` }
}

function uploadAt(
  { store, project }: ProjectContext,
  secret: string,
  filename: string,
): UploadRecord {
  const found = store.uploads
    .by('holder', targetKey('project', project.id))
    .find((one) => one.kind === 'file' && one.secret === secret && one.filename === filename)
  if (!found) throw notFound()
  return found
}

function uploadById({ store, viewer, project }: ProjectContext, id: number): UploadRecord {
  viewer.must('admin_project', project)
  const found = store.uploads.get(id)
  if (found?.kind !== 'file' || found.project_id !== project.id) throw notFound()
  return found
}

/** Returns an uploaded file as a download. */
function fileAnswer({ bytes, filename }: UploadRecord): FileAnswer {
  return { body: bytes, type: pictureType(filename) ?? 'application/octet-stream', name: filename }
}

function avatarAnswer(store: Context['store'], holder: string): FileAnswer {
  const avatar = store.uploads.by('holder', holder).find(({ kind }) => kind === 'avatar')
  if (!avatar) throw notFound('Avatar')
  return fileAnswer(avatar)
}

/** Returns an upload for the list (`schemas/v4/resources/upload-listed.json`). */
function uploadListed(upload: UploadRecord, { store }: Context): UploadListed {
  const { id, filename, created_at, bytes, author_id } = upload
  const user = store.users.get(author_id ?? 0)
  const uploaded_by = user
    ? { id: user.id, username: user.username, public_email: user.public_email, name: user.name }
    : null
  return { id, size: bytes.length, filename, created_at, uploaded_by }
}
