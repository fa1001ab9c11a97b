import { notFound } from '../../../contract/errors.ts'
import type { Upload } from '../../../contract/generated/v4/contract.ts'
import type { UploadRecord } from '../../../store/models/upload.ts'
import { targetKey } from '../../../store/record-keys.ts'
import {
  addUpload,
  checkAvatar,
  checkUpload,
  markdownOf,
  pictureType,
  setAvatar,
} from '../../domain/uploads.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/uploads.yaml. */
export const uploads = {
  uploadFile(context, { file }) {
    checkUpload(context, file)
    return uploadResource(addUpload(context, context.project, context.viewer.signedIn(), file))
  },

  getUploadedFile({ store, viewer, project }, { secret, filename }) {
    viewer.must('read_project', project)
    const found = store.uploads
      .by('holder', targetKey('project', project.id))
      .find((one) => one.kind === 'file' && one.secret === secret && one.filename === filename)
    if (!found) throw notFound()
    const type = pictureType(filename) ?? 'application/octet-stream'
    return { body: found.bytes, type, name: filename }
  },

  setOwnAvatar(context, { avatar }) {
    const { store, viewer, addresses } = context
    checkAvatar(context, avatar)
    const record = viewer.signedIn()
    setAvatar(context, { kind: 'user', record }, avatar)
    return { avatar_url: addresses.avatar(store.users.get(record.id)?.avatar_url ?? null) }
  },
} satisfies OperationsOf<'v4', 'Uploads'>

/** `schemas/v4/resources/upload.json`. */
function uploadResource(upload: UploadRecord): Upload {
  const { id, project_id } = upload
  const shown = markdownOf(upload)
  return { id, ...shown, full_path: `/-/project/${project_id}${shown.url}` }
}
