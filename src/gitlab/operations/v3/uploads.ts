import { addUpload, checkUpload, markdownOf } from '../../domain/uploads.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/uploads.yaml. */
export const uploads = {
  uploadFile(context, { file }) {
    checkUpload(context, file)
    return markdownOf(addUpload(context, context.project, context.viewer.signedIn(), file))
  },
} satisfies OperationsOf<'v3', 'Uploads'>
